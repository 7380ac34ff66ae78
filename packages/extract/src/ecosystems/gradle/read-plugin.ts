import { findPath, findTemplate, type Call } from "./expression.ts";
import type { GradleFacts } from "./facts.ts";
import { isName, type Node } from "./script.ts";

const KOTLIN_PLUGIN = "org.jetbrains.kotlin.";

/** `id("x") version "1"` and `kotlin("jvm")`. What is named without a dot comes with Gradle, an alias from a catalog. */
export function readPlugin(facts: GradleFacts, { head, args }: Call, statement: readonly Node[]): void {
  const applied =
    head === "id" ? args.positional[0] && findTemplate(args.positional[0]) : findPath(statement);
  if (applied !== undefined && !isPutOff(statement)) facts.plugins.push(applied);
  if (head !== "id" && head !== "kotlin") return;
  const [, written] = statement;
  const first = args.positional[0];
  const id = written?.kind === "group" ? first && findTemplate(first) : written && findTemplate([written]);
  if (id === undefined || !written) return;
  const name = head === "kotlin" ? KOTLIN_PLUGIN + id : id;
  if (!name.includes(".") || name.startsWith("${")) return;
  facts.uses.push({
    rule: "plugin",
    line: (written.kind === "group" ? first?.[0]?.line : undefined) ?? written.line,
    coordinates: name,
    version: findVersion(statement) ?? null,
  });
}

/** `apply false`, `.apply(false)` */
const isPutOff = (statement: readonly Node[]): boolean => statement.some((node) => isName(node, "apply"));

/** Up to `apply false`. */
function findVersion(statement: readonly Node[]): string | undefined {
  const at = statement.findIndex((node) => isName(node, "version"));
  if (at === -1) return undefined;
  const end = statement.findIndex((node) => isName(node, "apply"));
  const value = statement.slice(at + 1, end === -1 ? undefined : end);
  const isCall = value[0]?.kind === "group" && value.length > 1;
  return findTemplate(isCall ? value.slice(0, 1) : value) ?? "${version}";
}
