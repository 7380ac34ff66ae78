import type { ScalarNode } from "../../document/node.ts";
import { parseImageReference, splitImageReference } from "../../image-reference.ts";
import { useOf, type Use } from "./facts.ts";
import { isFullImage } from "./images.ts";
import { findUnbound, mask } from "./placeholder.ts";

/** Syntax specific to Helm, including strings that produce the braces of another engine. */
const HELM =
  /\{\{-?[ \t]*["'`]\{\{|\{\{-?(?:[^{}\n]{0,300}[ \t(])?(?:\$?\.(?:Values|Release|Chart|Capabilities|Template|Files)\b|(?:include|tpl)[ \t])/;
/** A placeholder in the structure of the YAML: at the start of a line, or unquoted at the start of a value. */
const STRUCTURAL = /^[ \t]*(?:- +)*(?:[^\s"'#{][^"'#{]{0,200}:[ \t]+)?(?:\{\{|\{%|<%)/;
const BLOCK_SCALAR = /(?:^|[:-][ \t]+)(?:[&!]\S+[ \t]+){0,2}[|>][\d+-]{0,2}[ \t]*(?:#.*)?$/;

/**
 * Whether an engine (Helm, Jinja, ERB) has to turn the text into YAML. Ignores `{{ … }}` in strings and block scalars,
 * which Argo and others replace in valid manifests.
 */
export function isManifestTemplate(text: string): boolean {
  if (!/\{\{|\{%|<%/.test(text)) return false;
  for (const { text: line } of structureOf(text)) if (STRUCTURAL.test(line) || HELM.test(line)) return true;
  return false;
}

const IMAGE = /^[ \t]*(?:- +)*(?:image|"image"):[ \t]+(?<value>\S.*)$/;

/**
 * Returns the images whose names a template contains. The template is not YAML, but a line that sets `image` does so
 * in any output, and so does an environment variable that ends with `_IMAGE`.
 */
export function templateImages(text: string): Use[] {
  let previous = "";
  return [...structureOf(text)].flatMap(({ text: line, number }) => {
    const uses = [...lineImage(line, number), ...envImage(previous, line, number)];
    previous = line;
    return uses;
  });
}

function lineImage(line: string, number: number): Use[] {
  const value = IMAGE.exec(line)?.groups?.["value"];
  const scalar = value === undefined ? undefined : parseScalar(value, number);
  return scalar && hasFixedName(scalar.text) ? useOf("image", "template_image", scalar) : [];
}

const ENV_NAME = /^[ \t]*- +name:[ \t]+["']?\w+IMAGE["']?[ \t]*$/;
const ENV_VALUE = /^[ \t]+value:[ \t]+(?<value>\S.*)$/;

/** Returns the image of an environment variable whose name is on the previous line. */
function envImage(previous: string, line: string, number: number): Use[] {
  const value = ENV_NAME.test(previous) ? ENV_VALUE.exec(line)?.groups?.["value"] : undefined;
  const scalar = value === undefined ? undefined : parseScalar(value, number);
  return scalar && isFullImage(scalar.text) && hasFixedName(scalar.text)
    ? useOf("image", "env_image", scalar)
    : [];
}

/** Parses a quoted or plain value and its comment. */
function parseScalar(value: string, line: number): ScalarNode {
  const quote = /^["']/.exec(value)?.[0];
  const closing = quote === undefined ? -1 : value.indexOf(quote, 1);
  const end = closing === -1 ? value.length : closing + 1;
  const hash = value.indexOf(" #", closing === -1 ? 0 : end);
  const text = closing === -1 ? value.slice(0, hash === -1 ? end : hash).trim() : value.slice(1, closing);
  return { kind: "scalar", line, text, comment: hash === -1 ? null : value.slice(hash + 2).trim() };
}

/** Whether the name of an image contains no placeholder. */
function hasFixedName(image: string): boolean {
  const masked = mask(image);
  const name = image.slice(0, splitImageReference(masked).repository.length);
  return !/[{}\s]/.test(name) && findUnbound(name) === null && parseImageReference(masked) !== undefined;
}

/** Yields the lines that are not empty, comments, or part of a block scalar. */
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

/** The number of characters of a line to examine. */
const MAX_LINE_LENGTH = 2_000;
