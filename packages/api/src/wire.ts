import { z } from "zod";

type CamelKey<K> = K extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelKey<Tail>>}` : K;

type CamelShape<Shape> = {
  [K in keyof Shape as undefined extends z.output<Shape[K]> ? never : CamelKey<K>]: Camel<Shape[K]>;
} & {
  [K in keyof Shape as undefined extends z.output<Shape[K]> ? CamelKey<K> : never]?: Camel<Shape[K]>;
};

type Flat<T> = { [K in keyof T]: T[K] };

/** What TypeScript code holds for a wire schema: the same value with camelCase fields, and instants as `Date`. */
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

interface Direction {
  /** The names of a field in the value that is read and in the one that is written. */
  from: (field: string) => string;
  to: (field: string) => string;
  instant: (value: unknown) => unknown;
}

const asIs = (name: string): string => name;
export const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z0-9])/gu, (_match, letter: string) => letter.toUpperCase());
const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

const TO_WIRE: Direction = {
  from: camelCase,
  to: asIs,
  instant: (value) => (value instanceof Date ? value.toISOString() : value),
};

const FROM_WIRE: Direction = {
  from: asIs,
  to: camelCase,
  instant: (value) => (typeof value === "string" ? new Date(value) : value),
};

/** The wire form of a handler's result. Only fields that the schema declares come out, whatever else the value has. */
export const toWire = (schema: z.ZodType, value: unknown): unknown => convert(schema, value, TO_WIRE);

/** A validated wire value as handlers receive it. */
export const fromWire = <Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>): Camel<Schema> =>
  convert(schema, value, FROM_WIRE) as Camel<Schema>;

function convert(schema: z.core.$ZodType, value: unknown, direction: Direction): unknown {
  if (value === null || value === undefined) return value;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return convert(schema.unwrap(), value, direction);
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item) => convert(schema.element, item, direction));
  }
  if (schema instanceof z.ZodObject && typeof value === "object") {
    return convertFields(schema, value as Record<string, unknown>, direction);
  }
  return schema instanceof z.ZodISODateTime ? direction.instant(value) : value;
}

function convertFields(schema: z.ZodObject, value: Record<string, unknown>, direction: Direction) {
  const converted: Record<string, unknown> = {};
  for (const [field, fieldSchema] of Object.entries(schema.shape)) {
    const fieldValue = convert(fieldSchema, value[direction.from(field)], direction);
    if (fieldValue !== undefined) converted[direction.to(field)] = fieldValue;
  }
  return converted;
}

/** The same for what no schema describes: the named extras of an error. */
export function snakeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeKeys);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [snakeCase(key), snakeKeys(child)]));
}
