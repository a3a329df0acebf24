type Step = string | number;

/** Walks into JSON that nobody has vouched for; undefined wherever it is not what was expected. */
export function at(json: unknown, ...path: Step[]): unknown {
  let here = json;
  for (const step of path) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Record<Step, unknown>)[step];
  }
  return here;
}

export function textAt(json: unknown, ...path: Step[]): string | null {
  const found = at(json, ...path);
  return typeof found === "string" && found !== "" ? found : null;
}

export function numberAt(json: unknown, ...path: Step[]): number | null {
  const found = at(json, ...path);
  return typeof found === "number" && Number.isFinite(found) ? found : null;
}

export function listAt(json: unknown, ...path: Step[]): unknown[] {
  const found = at(json, ...path);
  return Array.isArray(found) ? found : [];
}

/** The texts found at the same place in each item of a list. */
export const textsAt = (list: unknown[], ...path: Step[]): string[] =>
  list.flatMap((item) => textAt(item, ...path) ?? []);
