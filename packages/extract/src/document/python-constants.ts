import type { SourceFile } from "../source-file.ts";
import { isPunctuation, type Token } from "./python-tokens.ts";

const TOP_ASSIGNMENT = /^(?<name>[A-Za-z_]\w*)[ \t]*=(?!=)/gm;

/** Where a name gets the only value that it ever has in the file, outside of all functions. */
export function constantsOf(file: SourceFile, tokens: readonly Token[]): ReadonlySet<number> {
  const topLines = new Set([...file.text.matchAll(TOP_ASSIGNMENT)].map(({ index }) => file.lineAt(index)));
  const places = new Map<string, number[]>();
  for (const at of bindingPlaces(tokens)) {
    const name = tokens[at]?.text ?? "";
    const known = places.get(name);
    if (known) known.push(at);
    else places.set(name, [at]);
  }
  const single = [...places.values()].flatMap((each) => (each.length === 1 ? each : []));
  return new Set(
    single.filter((at) => isPunctuation(tokens[at + 1], "=") && topLines.has(tokens[at]?.line ?? 0)),
  );
}

/** Names that get a value: by assignment, as the parameter of a function, in a loop. */
function bindingPlaces(tokens: readonly Token[]): number[] {
  const places: number[] = [];
  let depth = 0;
  let isParameter = false;
  let isLoop = false;
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === "punctuation" && /^[([{]$/.test(text)) {
      depth += 1;
      isParameter ||= tokens[at - 2]?.text === "def";
    } else if (kind === "punctuation" && /^[)\]}]$/.test(text)) {
      depth -= 1;
      isParameter &&= depth > 0;
    } else if (kind === "name") {
      if (text === "for") isLoop = true;
      else if (text === "in") isLoop = false;
      else if (isLoop || isParameter || (depth === 0 && isAssigned(tokens, at))) places.push(at);
    }
  }
  return places;
}

const isAssigned = (tokens: readonly Token[], at: number): boolean =>
  isPunctuation(tokens[at + 1], "=") ||
  (isPunctuation(tokens[at + 1], "+") && isPunctuation(tokens[at + 2], "="));
