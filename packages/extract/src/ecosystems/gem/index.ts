import type { Ecosystem } from "../../ecosystem.ts";
import { link } from "./link.ts";
import { emptyFacts, read, type GemFacts } from "./read.ts";
import { LOCK_FILE, readLock } from "./read-lock.ts";

const GEMFILE = /(?:^|\/)(?:Gemfile|gems\.rb|Gemfile[._-][\w.-]+|[\w.-]+\.gemfile)$/;
const LOCKED = /\.lock(?:ed)?$/i;
const GEMSPEC = /\.gemspec$/;

export const gem: Ecosystem<GemFacts> = {
  id: "gem",
  claims: ({ path }) =>
    (GEMFILE.test(path) && !LOCKED.test(path)) || GEMSPEC.test(path) || LOCK_FILE.test(path),
  read: (file) =>
    LOCK_FILE.test(file.path)
      ? { ...emptyFacts(), lock: readLock(file.text) }
      : read(file, { isGemspec: GEMSPEC.test(file.path) }),
  link,
};
