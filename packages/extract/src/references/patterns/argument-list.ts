import type { Bindings } from "../placeholder.ts";
import type { Sighting } from "../reference.ts";
import { readInstall, verbsAt, type Installed } from "./install-command.ts";
import type { Word } from "./command.ts";

const MAX_ARGUMENTS = 60;
/** Separators, and the brackets of a nested list or group. */
const GAP = /(?:[\s,[(\\]|#[^\n]*\n)*/y;
const STRING = /(?:[rfbu]{1,2})?(?:"(?<double>[^"\n\\]{0,300})"|'(?<single>[^'\n\\]{0,300})')/iy;
/** An argument that is no string: a variable, a call without arguments, or an unpacked list. */
const OTHER = /[\w.*$]{1,100}(?:\(\))?(?=\s*[,\])])/y;

/** Reads the packages of a command written as arguments: `["pip", "install", "kit"]`, `spawn("npx", ["kit"])`. */
export function readArgumentList(text: string, offset: number, bindings: () => Bindings): Installed {
  const { words, end } = readStrings(text, offset - 1);
  return { sightings: readList(text, offset, words, bindings), hints: [], end };
}

/** Reads the packages of nox's `session.install("kit")` and `session.run("pip", "install", "kit")`. */
export function readSession(
  text: string,
  start: number,
  isInstall: boolean,
  bindings: () => Bindings,
): Installed {
  const { words, end } = readStrings(text, start);
  const command = isInstall ? [PIP, INSTALL, ...words] : words;
  return { sightings: readList(text, start, command, bindings), hints: [], end };
}

const PIP: Word = { text: "pip", offset: 0 };
const INSTALL: Word = { text: "install", offset: 0 };

function readStrings(text: string, start: number): { words: Word[]; end: number } {
  const words: Word[] = [];
  let end = start;
  for (let count = 0; count < MAX_ARGUMENTS; count += 1) {
    GAP.lastIndex = end;
    GAP.test(text);
    const at = GAP.lastIndex;
    STRING.lastIndex = at;
    OTHER.lastIndex = at;
    const string = STRING.exec(text);
    if (string) {
      const value = string.groups?.["double"] ?? string.groups?.["single"] ?? "";
      end = STRING.lastIndex;
      words.push({ text: value, offset: end - 1 - value.length });
      // Anything but a separator continues the expression: `"kit" + version`, `"kit" if x else "tool"`.
      if (!/^\s*(?:,|\])/.test(text.slice(end, end + 50))) break;
    } else if (OTHER.test(text)) {
      end = OTHER.lastIndex;
    } else break;
  }
  return { words, end };
}

function readList(text: string, offset: number, list: readonly Word[], bindings: () => Bindings): Sighting[] {
  const words = isPython(list[0]) && list[1]?.text === "-m" ? list.slice(2) : list;
  const line = words
    .slice(0, MAX_VERB_WORDS)
    .map((word) => word.text)
    .join(" ");
  for (const { name, inList } of verbsAt(line, 0)) {
    const matched = inList.exec(line)?.[0];
    if (matched === undefined) continue;
    const args = words.slice(matched.split(" ").length);
    const command = { text, offset, verb: matched, words: args, bindings };
    return readInstall(name, command).map((sighting) => ({ ...sighting, position: "call" as const }));
  }
  return [];
}

const MAX_VERB_WORDS = 6;
const isPython = (word: Word | undefined): boolean => /^python[\d.]*$/.test(word?.text ?? "");
