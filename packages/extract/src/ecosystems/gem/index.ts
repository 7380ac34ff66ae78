import type { Ecosystem } from "../../ecosystem.ts";
import { link } from "./link.ts";
import { read, type GemFacts } from "./read.ts";

const GEMFILE = /(?:^|\/)(?:Gemfile|gems\.rb|Gemfile[._-][\w.-]+|[\w.-]+\.gemfile)$/;
const LOCK_FILE = /\.lock(?:ed)?$/i;
const GEMSPEC = /\.gemspec$/;

export const gem: Ecosystem<GemFacts> = {
  id: "gem",
  claims: ({ path }) => (GEMFILE.test(path) && !LOCK_FILE.test(path)) || GEMSPEC.test(path),
  read: (file) => read(file, { isGemspec: GEMSPEC.test(file.path) }),
  link,
};
