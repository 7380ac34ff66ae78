import type { SourceFile } from "../source-file.ts";
import type { DataNode } from "./node.ts";
import { parseReadableYaml } from "./yaml.ts";

const TEMPLATE = /\$?\{\{[^{}]*\}\}/g;
/** Stands for a template. Manifests do not contain characters of the private use area. */
const STAND_IN = /\uE000(?<index>\d{1,9})\uE001/g;
const ONLY_STAND_INS = /^[ \t]*(?:\uE000\d{1,9}\uE001[ \t]*)+(?=\r?$)/gm;

/**
 * Parses YAML with `{{ … }}` templates. Templates become text. Lines of only templates (`{{ if … }}`) are dropped, so
 * the result has both branches of a condition. Invalid blocks are left out: see `SourceFile.skipped`. Throws
 * SyntaxProblem if nothing is valid.
 */
export function parseTemplatedYaml(file: SourceFile): DataNode[] {
  if (!file.text.includes("{{")) return file.yaml();
  const templates: string[] = [];
  const replaced = file.text.replace(TEMPLATE, (template) => {
    const lineEnds = template.split("\n").length - 1;
    templates.push(template.replace(/\s+/g, " "));
    return `\uE000${templates.length - 1}\uE001${"\n".repeat(lineEnds)}`;
  });
  const restore = restoring(templates);
  const { documents, skipped } = parseReadableYaml(replaced.replace(ONLY_STAND_INS, ""));
  file.skipped = skipped;
  return documents.map((document) => restoreNode(document, restore));
}

/** Caches restored texts, because aliases can repeat them many times. */
function restoring(templates: readonly string[]): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    if (!text.includes("\uE000")) return text;
    const restored =
      known.get(text) ??
      text.replace(STAND_IN, (written, index: string) => templates[Number(index)] ?? written);
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

/** The placeholders of template engines, shells and make. */
const PLACEHOLDER =
  /\$?\{\{(?<template>[^{}]*)\}\}|\$\{(?<brace>[^{}]*)\}|\$\((?<make>[^()]*)\)|\$(?<shell>[a-z_]\w*)/i;

/** Returns the name of the first placeholder in a text, or null. */
export function findPlaceholder(text: string): string | null {
  const groups = PLACEHOLDER.exec(text)?.groups;
  if (!groups) return null;
  const name = Object.values(groups).find((group) => group !== undefined) ?? "";
  return name.replace(/^-|-$/g, "").trim().slice(0, 100) || text;
}
