import { printable } from "@knockon/contract/printable";
import type { KnownGraph } from "@knockon/mcp/answers/answers";

interface Arrow {
  source: string;
  target: string;
  types: string[];
  /** The greatest of its edges. */
  confidence: number;
}

/** Combines the edges between two repositories. */
const arrowsOf = ({ edges }: KnownGraph): Arrow[] =>
  [...Map.groupBy(edges, ({ source, target }) => `${source}\0${target}`).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const types = [...new Set(same.map(({ dependency_type: type }) => type))].toSorted();
    const confidence = Math.max(...same.map((one) => one.confidence));
    return [{ source: first.source, target: first.target, types, confidence }];
  });

/** Below it, edges are dashed. Manifests and build files give more. */
const STRONG = 0.8;

/** Renders a graph in the language of Graphviz (https://graphviz.org/doc/info/lang.html). */
export function renderDot(graph: KnownGraph): string {
  const quote = (text: string): string => `"${printable(text).replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  const paths = new Map(graph.nodes.map(({ id, full_path }) => [id, full_path]));
  const nodeOf = (id: string): string => quote(paths.get(id) ?? id);
  return [
    "digraph knockon {",
    "  rankdir=LR;",
    "  node [shape=box];",
    ...graph.nodes.map(({ id }) => `  ${nodeOf(id)};`),
    ...arrowsOf(graph).map(({ source, target, types, confidence }) => {
      const style = confidence < STRONG ? ", style=dashed" : "";
      return `  ${nodeOf(source)} -> ${nodeOf(target)} [label=${quote(types.join(", "))}${style}];`;
    }),
    "}\n",
  ].join("\n");
}

/** Renders a graph as a flowchart of Mermaid (https://mermaid.js.org/syntax/flowchart.html). */
export function renderMermaid(graph: KnownGraph): string {
  const quote = (text: string): string =>
    `"${printable(text).replaceAll(/["#<>&;\\`]/g, (character) => `#${character.codePointAt(0)};`)}"`;
  const names = new Map(graph.nodes.map(({ id }, index) => [id, `n${index}`]));
  return [
    "flowchart LR",
    ...graph.nodes.map(({ id, full_path }) => `  ${names.get(id)}[${quote(full_path)}]`),
    ...arrowsOf(graph).map(({ source, target, types, confidence }) => {
      const line = confidence < STRONG ? "-.->" : "-->";
      return `  ${names.get(source)} ${line}|${quote(types.join(", "))}| ${names.get(target)}`;
    }),
    "",
  ].join("\n");
}
