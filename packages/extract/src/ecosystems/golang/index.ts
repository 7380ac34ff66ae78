import type { Ecosystem } from "../../ecosystem.ts";
import { linkGoFiles } from "./link.ts";
import { readGoFile, type GoFacts } from "./read.ts";

const GO_FILE = /(?:^|\/)go\.(?:mod|work)$/;

/** Folders that Go's own tools ignore. */
const IGNORED_FOLDER = /(?:^|\/)(?:testdata|_[^/]*)\//;

export const golang: Ecosystem<GoFacts> = {
  id: "golang",
  claims: ({ path }) => GO_FILE.test(path) && !IGNORED_FOLDER.test(path),
  read: readGoFile,
  link: linkGoFiles,
};
