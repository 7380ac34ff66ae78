import {
  parseXml as parse,
  XmlElement as ParsedElement,
  XmlError,
  type XmlDocument,
} from "@rgrove/parse-xml";
import { SyntaxProblem } from "../ecosystem.ts";
import type { SourceFile } from "../source-file.ts";
import { guardDepth, checkDepth } from "./node.ts";

/** An element. Names keep their namespace prefix. */
export interface XmlElement {
  name: string;
  /** The line of its start tag. */
  line: number;
  attributes: Readonly<Record<string, string>>;
  children: readonly XmlElement[];
  /** Its own text without that of its children, trimmed. */
  text: string;
}

/** Parses XML and returns the root element. Entities defined in a DTD stay as written. Throws SyntaxProblem. */
export function parseXml(file: SourceFile): XmlElement {
  const { root } = guardDepth(() => parseDocument(file.text));
  if (!root) throw new SyntaxProblem("Invalid XML: no root element.", 1);
  return convert(file, root, 0);
}

/** Replaces carriage returns with blanks, which keeps offsets: the library takes quadratic time for them. */
function parseDocument(text: string): XmlDocument {
  try {
    return parse(text.replaceAll("\r", " "), { includeOffsets: true, ignoreUndefinedEntities: true });
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    const reason = error.message.split(" (line ", 1)[0] ?? "";
    throw new SyntaxProblem(`Invalid XML: ${reason}.`, error.line);
  }
}

function convert(file: SourceFile, element: ParsedElement, depth: number): XmlElement {
  const line = file.lineAt(element.start);
  checkDepth(depth, line);
  const children: XmlElement[] = [];
  let text = "";
  for (const child of element.children) {
    if (child instanceof ParsedElement) children.push(convert(file, child, depth + 1));
    else if ("text" in child) text += child.text;
  }
  return { name: element.name, line, attributes: element.attributes, children, text: text.trim() };
}

/** Returns all elements at a path of names. */
export function elementsAt(element: XmlElement, ...path: string[]): XmlElement[] {
  return path.reduce(
    (parents, name) => parents.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  );
}

/** Returns the first element at a path of names. */
export const elementAt = (element: XmlElement, ...path: string[]): XmlElement | undefined =>
  elementsAt(element, ...path)[0];
