import type { Ecosystem } from "../../ecosystem.ts";
import { link } from "./link.ts";
import { emptyFacts, read, type HexFacts } from "./read.ts";
import { LOCK_FILE, readLock } from "./read-lock.ts";

const MANIFEST = /(?:^|\/)mix\.exs$/;

export const hex: Ecosystem<HexFacts> = {
  id: "hex",
  extensions: /^(?:exs|lock)$/,
  claims: ({ path }) => MANIFEST.test(path) || LOCK_FILE.test(path),
  read: (file) => (LOCK_FILE.test(file.path) ? { ...emptyFacts(), lock: readLock(file.text) } : read(file)),
  link,
};
