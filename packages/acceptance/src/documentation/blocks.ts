/** The fenced blocks of the documentation. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import markdownIt from "markdown-it";

export const ROOT = join(import.meta.dirname, "../../../..");

/** Pages for users. Decisions and requirements contain no commands to follow. */
export const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "bench/README.md",
  ...globSync(["docs/*.md", "integrations/*/README.md", "packages/cli/README.md"], { cwd: ROOT }).toSorted(),
];

export interface Block {
  file: string;
  /** Counted from 1. */
  line: number;
  language: string;
  text: string;
  /** The last line of text before the block. */
  before: string;
}

export const readDocument = (file: string): string => readFileSync(join(ROOT, file), "utf8");

function readBlocks(file: string): Block[] {
  const source = readDocument(file);
  const lines = source.split("\n");
  return markdownIt()
    .parse(source, {})
    .filter(({ type }) => type === "fence")
    .map(({ info, content, map }) => {
      const line = map?.[0] ?? 0;
      const before = lines.slice(0, line).findLast((text) => text.trim() !== "") ?? "";
      return { file, line: line + 1, language: info.trim(), text: content, before };
    });
}

export const BLOCKS = DOCUMENTS.flatMap(readBlocks);

export const COMMAND_BLOCKS = BLOCKS.filter(({ language }) =>
  ["sh", "console", "bash", "shell"].includes(language),
);

/** A command, and what the document shows as its output. */
export interface Step {
  command: string;
  shown?: string;
}

/** Returns the commands of a block: of `console` those after `$`, each with its output, and of `sh` the whole block. */
export function stepsOf({ language, text }: Block): Step[] {
  if (language !== "console") return [{ command: text }];
  return text
    .split(/^\$ /mu)
    .slice(1)
    .map((step) => {
      const end = step.indexOf("\n");
      return { command: step.slice(0, end), shown: step.slice(end + 1).replace(/\n+$/u, "\n") };
    });
}

const ELLIPSIS = /^ *…\n/mu;

/** Returns a pattern of the shown output, in which a line with an ellipsis stands for any lines. Matches everything if none is shown. */
export function patternOf(shown: string | undefined): RegExp {
  if (shown === undefined) return /(?:)/u;
  const pieces = shown.split(ELLIPSIS).map((piece) => RegExp.escape(piece));
  return new RegExp(`^${pieces.join("(?:.*\\n)*?")}$`, "u");
}
