import type { Ecosystem } from "../../ecosystem.ts";
import { fileKind } from "./file-kind.ts";
import { linkBuildkiteFiles } from "./link.ts";
import { readBuildkiteFile, type BuildkiteFacts } from "./read.ts";

export const buildkite: Ecosystem<BuildkiteFacts> = {
  id: "buildkite",
  claims: (file) => fileKind(file) !== undefined,
  read: readBuildkiteFile,
  link: linkBuildkiteFiles,
};
