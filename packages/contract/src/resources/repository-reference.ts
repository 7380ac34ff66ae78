import * as z from "zod";
import { uuid } from "./fields.ts";

export const RepositoryReference = z
  .object({ id: uuid, name: z.string(), full_path: z.string() })
  .meta({ id: "RepositoryReference" });
export type RepositoryReference = z.infer<typeof RepositoryReference>;
