import { at, entriesOf, itemsOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import { argumentsOf, member, type Argument, type Member, type OpenKinds } from "../../interface.ts";
import type { SourceFile } from "../../source-file.ts";

export interface TemplateInterface {
  members: Member[];
  open: OpenKinds;
}

const READ = /\bparameters(?:\.(?<name>[A-Za-z_]\w*)|\[\s*'(?<quoted>[^'\n]{1,100})'\s*\])/g;

/**
 * Returns the parameters of a template. Azure Pipelines checks the names that are passed only against a list with types. A
 * template without one gets every parameter, so those that it reads count.
 */
export function templateInterface(document: DataNode | undefined, file: SourceFile): TemplateInterface {
  const written = at(document, "parameters");
  const computed = itemsOf(written).some((item) => scalarAt(item, "name") === undefined);
  if (written?.kind === "list")
    return {
      members: itemsOf(written).flatMap((item) => typedParameter(item, file.path)),
      open: isIncomplete(file) || computed ? { parameter: INCOMPLETE } : {},
    };
  const declared = entriesOf(written).map(({ key, line, value }) =>
    member({ file: file.path, line }, "parameter", key, { value: textOf(value) }),
  );
  const read = Array.from(file.text.matchAll(READ), ({ groups = {}, index }) =>
    member(
      { file: file.path, line: file.lineAt(index) },
      "parameter",
      groups["name"] ?? groups["quoted"] ?? "",
    ),
  );
  return { members: [...declared, ...read], open: { parameter: "The template accepts any parameter" } };
}

const INCOMPLETE = "The parameters could not be read";
export const NOT_READ: TemplateInterface = { members: [], open: { parameter: INCOMPLETE } };

const isIncomplete = (file: SourceFile): boolean => file.skipped.length > 0;

/** A parameter without a type is a string: https://learn.microsoft.com/azure/devops/pipelines/yaml-schema/parameters-parameter */
function typedParameter(item: DataNode, file: string): Member[] {
  const name = scalarAt(item, "name");
  if (!name) return [];
  const fallback = at(item, "default");
  return [
    member({ file, line: name.line }, "parameter", name.text, {
      required: fallback === undefined,
      type: textOf(at(item, "type")) ?? "string",
      value: fallback === undefined ? undefined : (textOf(fallback) ?? "(object)"),
    }),
  ];
}

/** Returns the parameters that a map with the key `template` passes. */
export function templateArguments(node: DataNode, file: string): ReturnType<typeof argumentsOf> {
  const passed = at(node, "parameters");
  const found: Argument[] = [];
  const isOpen = passed !== undefined && !collect(passed, file, found);
  return argumentsOf(found, isOpen ? { parameter: "An expression passes parameters" } : {});
}

const EXPRESSION = /^\$\{\{/;
const CONDITION = /^\$\{\{\s*(?:if|elseif|else)\b/;

/** Collects the names below conditions too. Returns false if there may be others. */
function collect(node: DataNode, file: string, found: Argument[]): boolean {
  if (node.kind !== "map") return node.kind === "scalar" && node.text.trim() === "";
  let isComplete = true;
  for (const { key, line, value } of node.entries) {
    if (!EXPRESSION.test(key)) found.push({ kind: "parameter", name: key, file, line });
    else if (!CONDITION.test(key) || !collect(value, file, found)) isComplete = false;
  }
  return isComplete;
}
