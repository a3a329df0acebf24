/** As much of JSON Schema as the interface's inputs use. */
export type JsonSchema = {
  type?: string;
  enum?: string[];
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
};

/** The schema itself, where it is only a reference to a named part. */
export const plain = (root: JsonSchema, schema: JsonSchema): JsonSchema =>
  schema.$ref ? (root.$defs?.[schema.$ref.replace("#/$defs/", "")] ?? {}) : schema;

const isOpen = (high: number | undefined): boolean => high === undefined || high === Number.MAX_SAFE_INTEGER;

const between = (low: number | undefined, high: number | undefined): string => {
  if (!isOpen(high)) return ` from ${low ?? 0} to ${high}`;
  return low === undefined ? "" : ` from ${low}`;
};

const ofSize = (low: number | undefined, high: number | undefined, unit: string): string => {
  if (!isOpen(high)) return `${between(low, high)} ${unit}`;
  return low === undefined ? "" : ` of at least ${low} ${unit}`;
};

/** What an input accepts, in words, from the same schema that checks it. */
export function inWords(root: JsonSchema, schema: JsonSchema = root): string {
  const part = plain(root, schema);
  if (part.anyOf) return part.anyOf.map((one) => inWords(root, one)).join(", or ");
  if (part.enum) return `one of ${part.enum.join(", ")}`;
  if (part.type === "integer") return `a whole number${between(part.minimum, part.maximum)}`;
  if (part.type === "number") return `a number${between(part.minimum, part.maximum)}`;
  if (part.type === "array") return `a list${ofSize(part.minItems, part.maxItems, "entries")}`;
  if (part.type === "object") return `an object with ${Object.keys(part.properties ?? {}).join(", ")}`;
  if (part.type === "boolean") return "true or false";
  if (part.type === "null") return "null";
  if (part.format === "uuid") return "a UUID";
  if (part.format === "date-time") return "a time such as 2027-01-31T12:00:00Z";
  return `a text${ofSize(part.minLength, part.maxLength, "characters")}`;
}
