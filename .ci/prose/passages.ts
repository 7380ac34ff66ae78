import { parseSync, Visitor } from "oxc-parser";

/** A piece of text, and its offset in the source. */
export interface Passage {
  offset: number;
  text: string;
}

export interface Passages {
  /** Comments, strings, templates, JSX text; or a whole Markdown document without its code. */
  prose: Passage[];
  identifiers: Passage[];
}

/** Replaces text by as many characters that no phrase matches across; keeps line breaks. */
const blank = (text: string): string =>
  text.replaceAll(/[^\n]/gu, (character) => "\0".repeat(character.length));

/** Blanks URLs, escapes, and the asterisks and slashes that begin a comment's lines. Keeps every offset. */
const withoutMarkup = (text: string): string =>
  text
    .replaceAll(/https?:\/\/[^\s"'`)>]+/gu, blank)
    .replaceAll(/\\[nrt]/gu, "  ")
    .replaceAll(/^[ \t]*(?:\/\/+|\/\*+|\*)/gmu, (start) => " ".repeat(start.length));

/** Returns the prose and the identifiers of a TypeScript source. Throws if the source does not parse. */
export function readSource(path: string, source: string): Passages {
  const { program, comments, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  const spans: { start: number; end: number }[] = [...comments];
  const identifiers: Passage[] = [{ offset: 0, text: path }];
  const imported = new Set<number>();
  const skipSource = (node: { source: { start: number } | null }): void => {
    if (node.source !== null) imported.add(node.source.start);
  };
  new Visitor({
    ImportDeclaration: skipSource,
    ExportNamedDeclaration: skipSource,
    ExportAllDeclaration: skipSource,
    Literal: (node) => {
      if (typeof node.value === "string" && !imported.has(node.start)) spans.push(node);
    },
    TemplateElement: (node) => spans.push(node),
    JSXText: (node) => spans.push(node),
    Identifier: (node) => identifiers.push({ offset: node.start, text: node.name }),
  }).visit(program);
  spans.sort((one, other) => one.start - other.start);
  const prose: Passage[] = [];
  let read = 0;
  for (const { start, end } of spans) {
    const between = source.slice(read, start);
    const text = withoutMarkup(source.slice(start, end));
    const last = prose.at(-1);
    // A paragraph of line comments is one passage, so that phrases are found across its lines.
    if (last !== undefined && between.trim() === "") last.text += between + text;
    else prose.push({ offset: start, text });
    read = end;
  }
  return { prose, identifiers };
}

/** Returns the prose of a Markdown document, without code blocks, code spans and link targets. */
export function readMarkdown(source: string): Passages {
  const text = source
    .replaceAll(/^( *)(```+|~~~+)[^\n]*\n[\s\S]*?^ *\2[^\n]*$/gmu, blank)
    .replaceAll(/(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/gu, blank)
    .replaceAll(/https?:\/\/[^\s)>]+/gu, blank)
    .replaceAll(/\]\([^)\n]*\)/gu, blank);
  return { prose: [{ offset: 0, text }], identifiers: [] };
}
