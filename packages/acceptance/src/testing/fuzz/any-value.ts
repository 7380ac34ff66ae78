import * as fc from "fast-check";

/** The keywords of JSON Schema that request schemas use. */
export interface ValueSchema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  properties?: Record<string, ValueSchema>;
  required?: string[];
}

/** Existing IDs and texts, by the name of the field or parameter that takes them. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

const DEEP = 500;
const NESTED = "[".repeat(DEEP) + "]".repeat(DEEP);

/** Text of any length and alphabet, including control characters, bidirectional characters and injection attempts. */
export const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.string() },
  { weight: 4, arbitrary: fc.string({ unit: "binary" }) },
  { weight: 2, arbitrary: fc.string().map((text) => `${text}\0`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", " ", "\u202e", "\ufeff", "__proto__", "' or 1=1 --", "%00", "../.."),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("0", "-1", "1e3", "0x10", "NaN", "true", "null", "99999999999999999999"),
  },
  { weight: 1, arbitrary: fc.constantFrom("x".repeat(5000), "ü".repeat(120_000), "🦉".repeat(101)) },
);

/** JSON of any type and depth. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: anyText },
  { weight: 4, arbitrary: fc.jsonValue() },
  { weight: 2, arbitrary: fc.constantFrom(null, 0, -1, 1.5, 1e300, true, [], {}) },
  { weight: 1, arbitrary: fc.constant(JSON.parse(NESTED) as unknown) },
);

/** Values that the schema accepts. */
export function anyValid(schema: ValueSchema, known: KnownValues, name: string): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "integer" || schema.type === "number") return anyNumber(schema);
  if (schema.type !== "object") return anyString(schema, known[name] ?? []);
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).map(([field, one]) => [field, anyValid(one, known, field)]);
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: required,
  });
}

function anyNumber({ type, minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: ValueSchema) {
  return type === "integer"
    ? fc.integer({ min: minimum, max: maximum })
    : fc.double({ min: minimum, max: maximum, noNaN: true });
}

function anyString({ format, minLength = 0, maxLength = 300 }: ValueSchema, known: readonly string[]) {
  const fitting =
    format === "uuid"
      ? fc.uuid()
      : format === "email"
        ? fc.emailAddress()
        : fc.string({ minLength, maxLength, unit: "grapheme" });
  if (known.length === 0) return fitting;
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: fitting });
}
