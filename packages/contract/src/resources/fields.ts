import { z } from "zod";

export const uuid = z.uuid();
export const instant = z.iso.datetime().meta({ description: "An instant in UTC, ISO 8601." });
export const count = z.int().min(0);
export const confidence = z.number().min(0).max(1);

/** `limit` and `offset` of every list. Query values arrive as text. */
export const page = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  offset: z.coerce.number().int().min(0).default(0),
});

export const booleanQuery = z.enum(["true", "false"]).transform((text) => text === "true");
