import * as z from "zod";
import { CLOCKS } from "../vocabulary/clock.ts";
import { count } from "./fields.ts";

/** Repositories that an answer only counts, by the naming rule of the workspace. */
export const Unnamed = z
  .object({
    repositories: count,
    less_visible: z.boolean().meta({
      description:
        "Whether they are less visible than the repository of the answer. If false, the naming rule is `counts`.",
    }),
  })
  .meta({
    id: "Unnamed",
    description: "Repositories that the answer does not name. Absent if the naming rule does not apply.",
  });
export type Unnamed = z.infer<typeof Unnamed>;

export const UnnamedAffected = Unnamed.extend({ by_clock: z.record(z.enum(CLOCKS), count) }).meta({
  id: "UnnamedAffected",
  description: "Affected repositories that the answer does not name, by clock.",
});
export type UnnamedAffected = z.infer<typeof UnnamedAffected>;
