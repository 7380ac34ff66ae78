/** Bounds the words of an array and of a command that uses arrays. */
const MAX_WORDS = 500;
/** Bounds the lines of an assignment. */
const MAX_LINES = 100;

const ASSIGNMENT = /^(?<name>[a-z_]\w*)(?<more>\+?)=\((?<items>.*)\)$/i;
const USE = /^\$\{(?<name>[a-z_]\w*)\[[@*]\]\}$/i;
const OPENING = /(?:^|[\s;&|])[a-z_]\w*\+?=\((?:[^()]|\$\([^()]*\))*$/i;

/** The arrays of a shell script, whose elements are often arguments: `ARGS+=(--push)`, `docker build "${ARGS[@]}"`. */
export class Arrays {
  readonly #words = new Map<string, string[]>();

  /** Reads an assignment of an array. */
  assign(words: readonly string[]): void {
    const { name, more, items = "" } = ASSIGNMENT.exec(words.join(" "))?.groups ?? {};
    if (name === undefined) return;
    const added = this.expand(items.split(/\s+/).filter((word) => word !== ""));
    const known = more === "+" ? (this.#words.get(name) ?? []) : [];
    this.#words.set(name, [...known, ...added].slice(0, MAX_WORDS));
  }

  /** Returns words with the elements of arrays in their place. Unknown arrays stay. */
  expand(words: readonly string[]): string[] {
    if (this.#words.size === 0) return [...words];
    return words
      .flatMap((word) => this.#words.get(USE.exec(word)?.groups?.["name"] ?? "") ?? [word])
      .slice(0, MAX_WORDS);
  }
}

/** Joins the lines of assignments of arrays, without comments. Returns the text and the index of the line of each. */
export function joinArrays(lines: readonly string[]): { text: string; index: number }[] {
  const joined: { text: string; index: number }[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const text = lines[index] ?? "";
    const end = OPENING.test(text.slice(-MAX_OPENING)) ? endOf(lines, index) : index;
    const rest = lines.slice(index + 1, end + 1).map((line) => line.replace(/\s#.*$|\s\\$/, "").trim());
    joined.push({ text: [text, ...rest].join(" "), index });
    index = end;
  }
  return joined;
}

const MAX_OPENING = 1_000;

/** Returns the index of the line that only closes an array, or of the first line if there is none. */
function endOf(lines: readonly string[], start: number): number {
  for (let index = start + 1; index <= Math.min(start + MAX_LINES, lines.length - 1); index += 1) {
    if (lines[index]?.trim() === ")") return index;
  }
  return start;
}
