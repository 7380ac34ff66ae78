import * as z from "zod";
import { ARTIFACT_TYPES } from "../vocabulary/artifact-type.ts";

const expression = z.string().min(1).max(500);

export const HeuristicPattern = z
  .object({
    name: z
      .string()
      .regex(
        /^[a-z][a-z0-9_]{0,39}$/,
        "Expected 1 to 40 lowercase letters, digits and underscores, starting with a letter.",
      ),
    pattern: expression.meta({
      description:
        "RE2 regular expression to search for in file contents. The group `name` captures the reference. The optional group `version` captures its version.",
    }),
    artifact_type: z.enum(ARTIFACT_TYPES),
    path: expression.optional().meta({
      description:
        "RE2 regular expression that must match part of the file path. Omit it to search all files.",
    }),
  })
  .meta({ id: "HeuristicPattern" });

const NewHeuristicPattern = HeuristicPattern.strict().meta({ id: "NewHeuristicPattern" });

/** Patterns of an org. The service checks separately that the expressions compile. */
export const NewHeuristicPatterns = z
  .array(NewHeuristicPattern)
  .max(20)
  .superRefine((patterns, context) => {
    for (const [index, { name }] of patterns.entries()) {
      if (patterns.findIndex((one) => one.name === name) === index) continue;
      context.addIssue({ code: "custom", path: [index, "name"], message: "Another pattern has this name." });
    }
  });
