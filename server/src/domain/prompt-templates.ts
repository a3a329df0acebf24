import { FUNNEL_STAGES, type FunnelStage } from "@answerscope/api/vocabulary";
import templates from "./prompt-templates.json" with { type: "json" };

type TopicName = { name: string; brand?: string | null; category: string | null };
type Language = keyof typeof templates;

// German nouns keep their capital and Japanese has none to lose.
const KEEPS_CAPITALS: ReadonlySet<Language> = new Set(["de", "ja"]);

/** Questions that people might ask about a topic, for whoever has not written any. Awareness names neither brand nor product. */
export function templatePrompts(topic: TopicName, brandName: string, language: string): Record<FunnelStage, string[]> {
  const known = languageOf(language);
  const category = topic.category?.trim() ?? "";
  const maker = topic.brand?.trim() || brandName;
  const subject = category === "" ? withoutNames(topic.name, [maker, brandName]) : asCommonNoun(category, known);
  const product = containsName(topic.name, maker) ? topic.name : `${maker} ${topic.name}`;
  const fill = (template: string) => template.replace("{subject}", () => subject).replace("{product}", () => product);
  const prompts = FUNNEL_STAGES.map((stage) => [stage, templates[known][stage].map(fill)] as const);
  return Object.fromEntries(prompts) as Record<FunnelStage, string[]>;
}

/** "pt-BR" speaks Portuguese; a language without templates is asked in English. */
function languageOf(tag: string): Language {
  const base = tag.toLowerCase().split(/[-_]/)[0] ?? "";
  return Object.hasOwn(templates, base) ? (base as Language) : "en";
}

function asCommonNoun(category: string, language: Language): string {
  if (KEEPS_CAPITALS.has(language)) return category;
  const lowered = (word: string) => (/\p{Lu}.*\p{Lu}/u.test(word) ? word : word.toLowerCase());
  return category.split(" ").map(lowered).join(" ");
}

/** "Acme trail stove 300" is a "trail stove"; a name that is nothing but the brand and a number has to stay. */
function withoutNames(topicName: string, names: string[]): string {
  const brandWords = new Set(names.flatMap((name) => name.toLowerCase().split(/\s+/)));
  const words = topicName.split(/\s+/).filter((word) => !brandWords.has(word.toLowerCase()) && !/\d/.test(word));
  return words.join(" ") || topicName;
}

function containsName(text: string, name: string): boolean {
  return text.toLowerCase().includes(name.trim().toLowerCase());
}
