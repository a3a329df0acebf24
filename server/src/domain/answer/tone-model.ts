import type { FoldedText } from "./folded-text.ts";
import type { Lexicon } from "./lexicon.ts";
import { type Likelihoods, likelihoods } from "./logistic.ts";
import type { Span } from "./reading.ts";
import { toneSlots } from "./tone-features.ts";
import shipped from "./tone-model.json" with { type: "json" };

/** Weights of one byte each; `npm run train:tone` makes the file. */
const MODEL = { scale: shipped.scale, weights: Int8Array.from(atob(shipped.weights), (byte) => byte.charCodeAt(0)) };

/** How a sentence speaks of what it names at `mention`, as learned from labelled reviews and news. */
export function likelyTone(folded: FoldedText, sentence: Span, mention: Span, lexicon: Lexicon): Likelihoods {
  return likelihoods(toneSlots(folded, sentence, mention, lexicon), MODEL);
}
