import * as z from "zod";

export const uuid = z.uuid();
export const instant = z.iso.datetime().meta({ description: "An instant in UTC, ISO 8601." });
export const count = z.int().min(0);
export const confidence = z.number().min(0).max(1);

/** Controls, and what turns the direction of the text around it. */
const UNSHOWN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** A name that people read: 1 to 100 characters, without blanks around it, in Unicode's composed form. */
export const shownName = z
  .string()
  .trim()
  .normalize("NFC")
  .min(1)
  .refine((name) => Array.from(name).length <= 100, "Too long: expected at most 100 characters.")
  .refine((name) => !UNSHOWN.test(name), "Control and direction characters are not allowed.");

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
  limit: numberQuery(z.int().min(1).max(500))
    .prefault(100)
    .meta({ description: "How many items a page has." }),
  offset: numberQuery(z.int().min(0))
    .prefault(0)
    .meta({ description: "How many items are skipped before it." }),
});

export const booleanQuery = z.enum(["true", "false"]).transform((text) => text === "true");
