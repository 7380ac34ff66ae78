import * as z from "zod";
import { OWNER_SOURCES } from "../vocabulary/owner.ts";
import { ROLES } from "../vocabulary/role.ts";

export const uuid = z.uuid();
export const instant = z.iso.datetime().meta({ description: "UTC timestamp in ISO 8601 format." });
export const count = z.int().min(0);
export const confidence = z.number().min(0).max(1);

export const RepositoryReference = z
  .object({ id: uuid, name: z.string(), full_path: z.string() })
  .meta({ id: "RepositoryReference" });
export type RepositoryReference = z.infer<typeof RepositoryReference>;

export const Locked = z
  .object({
    version: z.string().nullable(),
    file: z.string(),
    line: z.int().nullable(),
  })
  .meta({ id: "Locked", description: "Entry of a lock file. Null fields are not readable." });

export const LineOwner = z
  .object({
    names: z
      .array(z.string())
      .min(1)
      .meta({
        description: "Users, teams and email addresses as in CODEOWNERS, or the name of a person.",
        examples: [["@acme/platform"]],
      }),
    source: z.enum(OWNER_SOURCES),
  })
  .meta({
    id: "LineOwner",
    description:
      "Who to tell about a line: its owners in the repository's CODEOWNERS file, or else the last person who changed it, or else the owners of most of the files that CODEOWNERS covers, or else the main author of the repository. Authors are named only where the ownership of people is shown.",
  });
export type LineOwner = z.infer<typeof LineOwner>;

/** Control characters, parts of characters, line separators, and characters that change the direction of the text around them. */
export const UNPRINTABLE_IN_NAMES = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Whether a name has a character that is seen. */
export const isVisible = (name: string): boolean => /[^\s\p{M}\p{Default_Ignorable_Code_Point}]/u.test(name);

/** A display name: trimmed, NFC-normalized, 1 to 100 characters. */
export const shownName = z
  .string()
  .trim()
  .normalize("NFC")
  .min(1)
  .refine((name) => Array.from(name).length <= 100, "Too long: expected at most 100 characters.")
  .refine(
    (name) => name.search(UNPRINTABLE_IN_NAMES) < 0,
    "Control and bidirectional formatting characters are not allowed.",
  )
  .refine((name) => name === "" || isVisible(name), "Expected a visible character.");

const PLAIN_DECIMAL = /^-?\d+(?:\.\d+)?$/;

/**
 * A number in the query string. Accepts plain decimals only: the empty string, `0x10` and `1e2` are invalid.
 * Set defaults with `prefault`; those set with `default` are missing from the OpenAPI document.
 */
export const numberQuery = <T extends z.ZodNumber | z.ZodInt>(schema: T) =>
  z.preprocess(
    (text) => (typeof text === "string" && PLAIN_DECIMAL.test(text) ? Number(text) : text),
    schema,
  );

/** Pagination parameters of every list. */
export const page = z.strictObject({
  limit: numberQuery(z.int().min(1).max(500))
    .prefault(100)
    .meta({ description: "Maximum number of items to return." }),
  offset: numberQuery(z.int().min(0)).prefault(0).meta({ description: "Number of items to skip." }),
});

/** The values of a `sort` parameter: `name`, or `-name` for descending. */
export const sortQuery = <const Field extends string>(...fields: readonly Field[]) =>
  z
    .enum(fields.flatMap((field): (Field | `-${Field}`)[] => [field, `-${field}`]))
    .optional()
    .meta({ description: "Field to sort by, descending with a leading `-`. Null values come last." });

export const booleanQuery = z.enum(["true", "false"]).transform((text) => text === "true");

/** Roles, separated by commas. */
export const rolesQuery = z
  .preprocess((text) => (typeof text === "string" ? text.split(",") : text), z.array(z.enum(ROLES)))
  .optional();

export const remoteUrl = z.string().min(1).optional().meta({
  description: "Git remote URL, https or ssh, with or without `.git`.",
});
export const fullPath = z
  .string()
  .min(1)
  .optional()
  .meta({
    description: "Path within the host. Case-insensitive.",
    examples: ["acme/base-image"],
  });

/** How many other affected repositories get a change through one. */
export const Onward = z.object({
  repositories: count.meta({ description: "Without archived ones, which get no change." }),
  next_run: count.meta({
    description:
      "Those of them that get it on their next run through this one. 0 if it does not get the change on its own next run.",
  }),
  dependents: count.meta({
    description: "Repositories that use this one, whether the change gets there or not.",
  }),
  may_next_run: count.meta({
    description: "Those of `next_run` of which the version or the file that changes decides it.",
  }),
});
