import { parseJson } from "./document/json.ts";
import { parseXml, type XmlElement } from "./document/xml.ts";
import type { DataNode, MapNode } from "./document/node.ts";
import { parseToml } from "./document/toml.ts";
import { parseReadableYaml } from "./document/yaml.ts";
import { SyntaxProblem } from "./ecosystem.ts";
import type { SkippedPart } from "./document/yaml-recovery.ts";

/** A text file of the commit. Each structured form is parsed at most once for all ecosystems. */
export class SourceFile {
  readonly path: string;
  readonly text: string;
  /** The text in an encoding with ASCII, if the file was read as such. Only valid while ecosystems read it. */
  readonly bytes: Uint8Array | undefined;
  readonly #yaml = once(() => parseReadableYaml(this.text));
  readonly #json = once(() => parseJson(this));
  readonly #xml = once(() => parseXml(this));
  readonly #toml = once(() => parseToml(this));
  /** The parts that the latest parser of this file left out. */
  skipped: readonly SkippedPart[] = [];
  /** The offsets of the first lines, as far as they are known. Infinity ends them. */
  readonly #lineStarts = [0];

  /** `text` has no byte-order mark. Line ends may be LF or CRLF. */
  constructor(path: string, text: string, bytes?: Uint8Array) {
    this.path = path;
    this.text = text;
    this.bytes = bytes;
  }

  /**
   * Returns every YAML document of the file, without invalid blocks: see `skipped`. Throws SyntaxProblem if nothing is
   * valid.
   */
  yaml(): DataNode[] {
    const { documents, skipped } = this.#yaml();
    this.skipped = skipped;
    return documents;
  }

  /** Returns the documents like `yaml`, but reports no problems: for files that may be templates. */
  yamlWithoutProblems(): DataNode[] {
    try {
      return this.#yaml().documents;
    } catch (error) {
      if (error instanceof SyntaxProblem) return [];
      throw error;
    }
  }

  /** Accepts comments and trailing commas. Throws SyntaxProblem. */
  json(): DataNode {
    return this.#json();
  }

  /** Returns the root element. Throws SyntaxProblem. */
  xml(): XmlElement {
    return this.#xml();
  }

  /** Throws SyntaxProblem. */
  toml(): MapNode {
    return this.#toml();
  }

  /** Returns the 1-based line of a character offset. */
  lineAt(offset: number): number {
    const starts = this.#lineStarts;
    for (let last = starts.at(-1) ?? 0; last <= offset;) {
      const newline = this.text.indexOf("\n", last);
      last = newline === -1 ? Infinity : newline + 1;
      starts.push(last);
    }
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }
}

/** Returns a function that repeats the value or error of its first call. */
function once<T>(parse: () => T): () => T {
  let outcome: { value: T } | { error: unknown } | undefined;
  const attempt = () => {
    try {
      return { value: parse() };
    } catch (error) {
      return { error };
    }
  };
  return () => {
    outcome ??= attempt();
    if ("error" in outcome) throw outcome.error;
    return outcome.value;
  };
}
