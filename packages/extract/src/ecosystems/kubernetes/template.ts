import type { ScalarNode } from "../../document/node.ts";
import { parseImageReference, splitImageReference } from "../../image-reference.ts";
import type { Use } from "./facts.ts";
import { findUnbound, mask } from "./placeholder.ts";
import { useOf } from "./use.ts";

/** What only Helm calls so, or a string that it makes into the braces of another engine. */
const HELM =
  /\{\{-?[ \t]*["'`]\{\{|\{\{-?(?:[^{}\n]{0,300}[ \t(])?(?:\$?\.(?:Values|Release|Chart|Capabilities|Template|Files)\b|(?:include|tpl)[ \t])/;
/** A template where YAML has its structure: as a whole line, or bare where a value begins. */
const STRUCTURAL = /^[ \t]*(?:- +)*(?:[^\s"'#{][^"'#{]{0,200}:[ \t]+)?(?:\{\{|\{%|<%)/;
const BLOCK_SCALAR = /(?:^|[:-][ \t]+)(?:[&!]\S+[ \t]+){0,2}[|>][\d+-]{0,2}[ \t]*(?:#.*)?$/;

/**
 * Is the text one that an engine (Helm, Jinja, ERB) makes into YAML? Manifests have `{{ … }}` of their own, which
 * Argo and others replace: in strings and in block scalars, whose lines mean nothing here.
 */
export function isManifestTemplate(text: string): boolean {
  if (!/\{\{|\{%|<%/.test(text)) return false;
  for (const { text: line } of structureOf(text)) if (STRUCTURAL.test(line) || HELM.test(line)) return true;
  return false;
}

const IMAGE = /^[ \t]*(?:- +)*(?:image|"image"):[ \t]+(?<value>\S.*)$/;

/**
 * The images that a template names itself. It is no YAML yet, but a line that gives `image` a text does so in
 * whatever the template becomes.
 */
export const templateImages = (text: string): Use[] =>
  [...structureOf(text)].flatMap(({ text: line, number }) => {
    const value = IMAGE.exec(line)?.groups?.["value"];
    const scalar = value === undefined ? undefined : scalarOf(value, number);
    return scalar && isNamed(scalar.text) ? useOf("image", "template_image", scalar) : [];
  });

/** What stands behind a key on its line: quoted or plain, and a comment. */
function scalarOf(value: string, line: number): ScalarNode {
  const quote = /^["']/.exec(value)?.[0];
  const closing = quote === undefined ? -1 : value.indexOf(quote, 1);
  const end = closing === -1 ? value.length : closing + 1;
  const hash = value.indexOf(" #", closing === -1 ? 0 : end);
  const text = closing === -1 ? value.slice(0, hash === -1 ? end : hash).trim() : value.slice(1, closing);
  return { kind: "scalar", line, text, comment: hash === -1 ? null : value.slice(hash + 2).trim() };
}

/** Where a placeholder is part of the name, the values say what it is. */
function isNamed(image: string): boolean {
  const masked = mask(image);
  const name = image.slice(0, splitImageReference(masked).repository.length);
  return !/[{}\s]/.test(name) && findUnbound(name) === null && parseImageReference(masked) !== undefined;
}

/** The lines that are neither empty, comments, nor within a block scalar. */
function* structureOf(text: string): Generator<{ text: string; number: number }> {
  let blockIndent: number | undefined;
  let number = 0;
  for (const line of linesOf(text)) {
    number += 1;
    const content = line.trim();
    if (content === "") continue;
    const indent = line.length - line.trimStart().length;
    if (blockIndent !== undefined && indent > blockIndent) continue;
    blockIndent = undefined;
    if (content.startsWith("#")) continue;
    yield { text: line.trimEnd(), number };
    if (BLOCK_SCALAR.test(line.trimEnd())) blockIndent = indent;
  }
}

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    yield text.slice(start, Math.min(end, start + MAX_LINE_LENGTH));
    start = end + 1;
  }
}

/** What a longer line says further on is no structure. */
const MAX_LINE_LENGTH = 2_000;
