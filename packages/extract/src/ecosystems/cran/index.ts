import type { Ecosystem } from "../../ecosystem.ts";
import { linkPackages } from "./link.ts";
import { emptyFacts, readDescription, type CranFacts } from "./read.ts";
import { LOCK_FILE, readLock } from "./read-lock.ts";

const DESCRIPTION = /(?:^|\/)DESCRIPTION$/;
/** Prose of that name does not start with a field. */
const FIRST_LINE = /^[a-z#][^\s:]*[ \t]*:/i;
const FIELD = /^(?:Package|Type|Depends|Imports|LinkingTo|Suggests)[ \t]*:/m;
/** Octave packages have a file of the same name and form, with their name in `Name`. */
const OCTAVE = /^Name[ \t]*:/m;

const isDescription = (text: string): boolean =>
  FIRST_LINE.test(text.trimStart()) && FIELD.test(text) && !OCTAVE.test(text);

export const cran: Ecosystem<CranFacts> = {
  id: "cran",
  extensions: /^(?:|lock)$/,
  claims: ({ path, text }) => LOCK_FILE.test(path) || (DESCRIPTION.test(path) && isDescription(text)),
  read: ({ path, text }) =>
    LOCK_FILE.test(path) ? { ...emptyFacts(), ...readLock(text) } : readDescription(text),
  link: linkPackages,
};
