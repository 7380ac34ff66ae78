import * as z from "zod";
import { ARTIFACT_TYPES } from "../vocabulary/artifact-type.ts";

const expression = z.string().min(1).max(500);

export const HeuristicPattern = z
  .object({
    name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
    pattern: expression.meta({
      description:
        "A regular expression in RE2's syntax, sought in the text of each file. Its group `name` is what the text refers to, its group `version`, if there is one, at which version.",
    }),
    artifact_type: z.enum(ARTIFACT_TYPES),
    path: expression.optional().meta({
      description: "A regular expression that the path of the file must contain; any file without it.",
    }),
  })
  .meta({ id: "HeuristicPattern" });

const NewHeuristicPattern = HeuristicPattern.strict().meta({ id: "NewHeuristicPattern" });

/** An org's own conventions, as they are given. Whether the expressions compile is the service's to judge. */
export const NewHeuristicPatterns = z
  .array(NewHeuristicPattern)
  .max(20)
  .superRefine((patterns, context) => {
    for (const [index, { name }] of patterns.entries()) {
      if (patterns.findIndex((one) => one.name === name) === index) continue;
      context.addIssue({ code: "custom", path: [index, "name"], message: "Another pattern has this name." });
    }
  });
