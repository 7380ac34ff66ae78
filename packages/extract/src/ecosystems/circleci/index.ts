import type { Ecosystem } from "../../ecosystem.ts";
import { isConfig } from "./file-kind.ts";
import { linkCircleFiles } from "./link.ts";
import { readCircleFile, type CircleFacts } from "./read.ts";

export const circleci: Ecosystem<CircleFacts> = {
  id: "circleci",
  claims: isConfig,
  read: readCircleFile,
  link: linkCircleFiles,
};
