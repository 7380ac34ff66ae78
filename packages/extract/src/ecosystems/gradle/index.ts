import type { Ecosystem } from "../../ecosystem.ts";
import type { GradleFacts } from "./facts.ts";
import { fileKind } from "./file-kind.ts";
import { link } from "./link.ts";
import { read } from "./read.ts";

export const gradle: Ecosystem<GradleFacts> = {
  id: "gradle",
  claims: (file) => fileKind(file) !== undefined,
  read,
  link,
};
