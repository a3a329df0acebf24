import type { ScanAnswer } from "@answerscope/api";

export const MARK_KINDS = ["mention", "recommendation", "praise", "criticism", "competitor", "absence"] as const;
export type MarkKind = (typeof MARK_KINDS)[number];
export type Mark = { kind: MarkKind; from: number; to: number; name?: string };

type Span = { from: number; to: number };

const isSpan = (value: unknown): value is Span =>
  typeof value === "object" &&
  value !== null &&
  Number.isInteger((value as Span).from) &&
  Number.isInteger((value as Span).to);

const spans = (value: unknown): Span[] => (Array.isArray(value) ? value : [value]).filter(isSpan);

/** The spans of an answer that decided, each with what it decided. */
export function marksOf({ evidence }: Pick<ScanAnswer, "evidence">): Mark[] {
  const { competitors } = evidence as { competitors?: unknown };
  const rivals = (Array.isArray(competitors) ? competitors : []).flatMap((one: { name?: unknown; span?: unknown }) =>
    isSpan(one.span) ? [{ kind: "competitor" as const, name: String(one.name), ...one.span }] : [],
  );
  const of = (kind: MarkKind, value: unknown): Mark[] => spans(value).map(({ from, to }) => ({ kind, from, to }));
  return [
    ...of("mention", evidence.mentions),
    ...of("recommendation", evidence.recommendation),
    ...of("praise", evidence.praise),
    ...of("criticism", evidence.criticism),
    ...of("absence", evidence.absence),
    ...rivals,
  ];
}

/** Where each character of a rendered text stands in the source: escapes and indents are in the source only. */
export function sourceOffsets(value: string, source: string, start: number): number[] {
  const offsets: number[] = [];
  let at = 0;
  for (const character of value.split("")) {
    const found = source.indexOf(character, at);
    if (found >= 0) at = found;
    offsets.push(start + Math.min(at, source.length));
    at++;
  }
  return offsets;
}

export type Segment = { text: string; marks: Mark[] };

/** Cuts a text wherever a mark begins or ends. */
export function segmentsOf(value: string, offsets: readonly number[], marks: readonly Mark[]): Segment[] {
  const first = offsets[0] ?? 0;
  const last = (offsets.at(-1) ?? 0) + 1;
  const near = marks.filter(({ from, to }) => from < last && to > first);
  if (near.length === 0) return [{ text: value, marks: [] }];
  const segments: Segment[] = [];
  let key = "";
  for (let index = 0; index < value.length; index++) {
    const at = offsets[index] as number;
    const here = near.filter(({ from, to }) => from <= at && at < to);
    const hereKey = here.map((mark) => near.indexOf(mark)).join();
    const open = segments.at(-1);
    if (open && hereKey === key) open.text += value[index];
    else segments.push({ text: value[index] as string, marks: here });
    key = hereKey;
  }
  return segments;
}
