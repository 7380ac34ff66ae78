import type { Ecosystem } from "../../ecosystem.ts";
import type { PypiFacts } from "./facts.ts";
import { fileKind } from "./file-kind.ts";
import { link } from "./link.ts";
import { read } from "./read.ts";

export const pypi: Ecosystem<PypiFacts> = {
  id: "pypi",
  claims: (file) => fileKind(file) !== undefined,
  read,
  link,
};
