import { z } from "zod";

export const uuid = z.uuid();
export const instant = z.iso.datetime().meta({ description: "An instant in UTC, ISO 8601." });
export const count = z.int().min(0);
export const confidence = z.number().min(0).max(1);

const PLAIN_DECIMAL = /^-?\d+(?:\.\d+)?$/;

/**
 * A number of the query, which arrives as text. Only plain decimals are one: nothing, `0x10` and `1e2` are refused.
 * Give a default by `prefault`: by `default` it would be missing from the OpenAPI document.
 */
export const numberQuery = <T extends z.ZodNumber | z.ZodInt>(schema: T) =>
  z.preprocess(
    (text) => (typeof text === "string" && PLAIN_DECIMAL.test(text) ? Number(text) : text),
    schema,
  );

/** `limit` and `offset` of every list. */
export const page = z.strictObject({
  limit: numberQuery(z.int().min(1).max(500)).prefault(100),
  offset: numberQuery(z.int().min(0)).prefault(0),
});

export const booleanQuery = z.enum(["true", "false"]).transform((text) => text === "true");
