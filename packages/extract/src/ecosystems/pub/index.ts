import type { Ecosystem } from "../../ecosystem.ts";
import { linkPubspecs } from "./link.ts";
import { emptyFacts, readPubspec, type PubFacts } from "./read.ts";
import { LOCK_FILE, readLock } from "./read-lock.ts";

const PUBSPEC = /(?:^|\/)pubspec(?:_overrides)?\.yaml$/;

export const pub: Ecosystem<PubFacts> = {
  id: "pub",
  extensions: /^(?:yaml|lock)$/,
  claims: ({ path }) => PUBSPEC.test(path) || LOCK_FILE.test(path),
  read: (file) =>
    LOCK_FILE.test(file.path) ? { ...emptyFacts(), lock: readLock(file.text) } : readPubspec(file),
  link: linkPubspecs,
};
