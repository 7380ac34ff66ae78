import type { SourceFile } from "../source-file.ts";
import type { DataNode } from "./node.ts";
import { parseYaml } from "./yaml.ts";

const TEMPLATE = /\$?\{\{[^{}]*\}\}/g;
/** Characters of the private use area, which no manifest has. */
const MARK = /\uE000(?<index>\d{1,9})\uE001/g;
const ONLY_MARKS = /^[ \t]*(?:\uE000\d{1,9}\uE001[ \t]*)+(?=\r?$)/gm;

/**
 * YAML that a template engine makes into YAML first: `{{ … }}` is text wherever it stands, and lines of nothing else
 * (`{{ if … }}`) are empty, so that both branches of a condition are there. Throws SyntaxProblem.
 */
export function parseTemplatedYaml(file: SourceFile): DataNode[] {
  if (!file.text.includes("{{")) return file.yaml();
  const templates: string[] = [];
  const marked = file.text.replace(TEMPLATE, (template) => {
    const lineEnds = template.split("\n").length - 1;
    templates.push(template.replace(/\s+/g, " "));
    return `\uE000${templates.length - 1}\uE001${"\n".repeat(lineEnds)}`;
  });
  const restore = restoring(templates);
  return parseYaml(marked.replace(ONLY_MARKS, "")).map((document) => restoreNode(document, restore));
}

/** A text that aliases repeat is restored once. */
function restoring(templates: readonly string[]): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    if (!text.includes("\uE000")) return text;
    const restored =
      known.get(text) ?? text.replace(MARK, (mark, index: string) => templates[Number(index)] ?? mark);
    known.set(text, restored);
    return restored;
  };
}

function restoreNode(node: DataNode, restore: (text: string) => string): DataNode {
  if (node.kind === "scalar") return { ...node, text: restore(node.text) };
  if (node.kind === "list") {
    return { ...node, items: node.items.map((item) => restoreNode(item, restore)) };
  }
  const entries = node.entries.map(({ key, line, value }) => ({
    key: restore(key),
    line,
    value: restoreNode(value, restore),
  }));
  return { ...node, entries };
}

/** What template engines, shells and make put where a value will be. */
const PLACEHOLDER =
  /\$?\{\{(?<template>[^{}]*)\}\}|\$\{(?<brace>[^{}]*)\}|\$\((?<make>[^()]*)\)|\$(?<shell>[a-z_]\w*)/i;

/** The name that the first placeholder of a text asks for; null when there is none. */
export function findPlaceholder(text: string): string | null {
  const groups = PLACEHOLDER.exec(text)?.groups;
  if (!groups) return null;
  const name = Object.values(groups).find((group) => group !== undefined) ?? "";
  return name.replace(/^-|-$/g, "").trim().slice(0, 100) || text;
}
