import * as z from "zod";

type CamelKey<K> = K extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelKey<Tail>>}` : K;

type CamelShape<Shape> = {
  [K in keyof Shape as undefined extends z.output<Shape[K]> ? never : CamelKey<K>]: Camel<Shape[K]>;
} & {
  [K in keyof Shape as undefined extends z.output<Shape[K]> ? CamelKey<K> : never]?: Camel<Shape[K]>;
};

type Flat<T> = { [K in keyof T]: T[K] };

/** The TypeScript form of a wire schema: camelCase fields, and timestamps as `Date`. */
export type Camel<Schema> =
  Schema extends z.ZodObject<infer Shape>
    ? Flat<CamelShape<Shape>>
    : Schema extends z.ZodArray<infer Item>
      ? Camel<Item>[]
      : Schema extends z.ZodNullable<infer Inner>
        ? Camel<Inner> | null
        : Schema extends z.ZodOptional<infer Inner>
          ? Camel<Inner> | undefined
          : Schema extends z.ZodDefault<infer Inner>
            ? Camel<Inner>
            : Schema extends z.ZodISODateTime
              ? Date
              : z.output<Schema>;

type Convert = (value: unknown) => unknown;

interface Direction {
  /** Convert a wire field name to its name in the source and in the result. */
  from: (field: string) => string;
  to: (field: string) => string;
  instant: Convert;
  /** Converters by schema. */
  cache: WeakMap<z.core.$ZodType, Convert>;
}

const unchanged = (name: string): string => name;
export const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z0-9])/gu, (_match, letter: string) => letter.toUpperCase());
const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

const TO_WIRE: Direction = {
  from: camelCase,
  to: unchanged,
  instant: (value) => (value instanceof Date ? value.toISOString() : value),
  cache: new WeakMap(),
};

const FROM_WIRE: Direction = {
  from: unchanged,
  to: camelCase,
  instant: (value) => (typeof value === "string" ? new Date(value) : value),
  cache: new WeakMap(),
};

/** Converts a handler's result to its wire form. Drops fields that the schema does not declare. */
export const toWire = (schema: z.ZodType, value: unknown): unknown => converterOf(schema, TO_WIRE)(value);

/** Converts a validated wire value to its TypeScript form. */
export const fromWire = <Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>): Camel<Schema> =>
  converterOf(schema, FROM_WIRE)(value) as Camel<Schema>;

function converterOf(schema: z.core.$ZodType, direction: Direction): Convert {
  const known = direction.cache.get(schema);
  if (known) return known;
  const made = makeConverter(schema, direction);
  direction.cache.set(schema, made);
  return made;
}

function makeConverter(schema: z.core.$ZodType, direction: Direction): Convert {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return converterOf(schema.unwrap(), direction);
  }
  if (schema instanceof z.ZodArray) {
    const item = converterOf(schema.element, direction);
    return (value) => (Array.isArray(value) ? value.map((one) => item(one)) : value);
  }
  if (schema instanceof z.ZodObject) return fieldsConverter(schema, direction);
  return schema instanceof z.ZodISODateTime ? direction.instant : (value) => value;
}

function fieldsConverter(schema: z.ZodObject, direction: Direction): Convert {
  const fields = Object.entries(schema.shape).map(([field, fieldSchema]) => ({
    from: direction.from(field),
    to: direction.to(field),
    convert: converterOf(fieldSchema, direction),
  }));
  return (value) => {
    if (typeof value !== "object" || value === null) return value;
    const converted: Record<string, unknown> = {};
    for (const { from, to, convert } of fields) {
      const fieldValue = convert((value as Record<string, unknown>)[from]);
      if (fieldValue !== undefined) converted[to] = fieldValue;
    }
    return converted;
  };
}

/** Converts keys to snake_case, for the extra fields of errors, which have no schema. */
export function snakeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeKeys);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [snakeCase(key), snakeKeys(child)]));
}
