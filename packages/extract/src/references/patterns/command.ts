import type { Bindings } from "../placeholder.ts";
import type { Sighting } from "../reference.ts";
import type { Word } from "./words.ts";

/** A command as it stands in a text. */
export interface Command {
  text: string;
  /** Where its program starts. */
  offset: number;
  /** Program and subcommand as written: `git clone`. */
  verb: string;
  words: readonly Word[];
  bindings: () => Bindings;
}

/** What a command says: references of its own, and what it knows of URLs among its words. */
export interface Fetched {
  sightings: Sighting[];
  hints: UrlHint[];
  /** Images that a command makes: for the rest of the text they are no one else's. */
  builtImages: string[];
  /** The same about URLs that stand in variables, by the variable's name. */
  variableHints: VariableHint[];
}

export type VariableHint = Omit<UrlHint, "offset"> & { variable: string };

/** What a command says about a URL among its arguments. */
export interface UrlHint {
  /** Where the URL starts. */
  offset: number;
  rule: string;
  /** The command takes nothing but repositories there, so the host need not be known. */
  isNamed: boolean;
  /** The ref that the command states beside the URL. */
  ref: string | null;
}
