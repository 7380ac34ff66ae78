import { posix } from "node:path";
import type { HclAttribute, HclExpression } from "../../document/hcl.ts";
import type { Facts } from "../../ecosystem.ts";
import { bind, type Scope } from "./bind.ts";
import type { TerraformFacts } from "./read.ts";

type File = Facts<TerraformFacts>;
type Names = Map<string, HclExpression>;

/**
 * Returns the names visible in each file. Terraform files share the names of their directory. A Terragrunt file has its own
 * locals and those of the files it includes or reads.
 */
export function createScopes(files: readonly File[]): (file: File) => Scope {
  const directories = directoryScopes(files.filter(({ facts }) => facts.dialect === "terraform"));
  const terragrunt = new TerragruntScopes(files.filter(({ facts }) => facts.dialect === "terragrunt"));
  return (file) =>
    file.facts.dialect === "terraform"
      ? (directories.get(posix.dirname(file.path)) ?? new Map())
      : terragrunt.scopeOf(file);
}

function directoryScopes(files: readonly File[]): Map<string, Names> {
  const directories = new Map<string, Names>();
  for (const { path, facts } of files) {
    const names = directories.get(posix.dirname(path)) ?? new Map<string, HclExpression>();
    directories.set(posix.dirname(path), names);
    for (const { name, value } of facts.locals) names.set(`local.${name}`, value);
    for (const { name, value } of facts.variables) names.set(`var.${name}`, value);
  }
  return directories;
}

class TerragruntScopes {
  readonly #files: ReadonlyMap<string, File>;
  readonly #scopes = new Map<string, Names>();

  constructor(files: readonly File[]) {
    this.#files = new Map(files.map((file) => [file.path, file]));
  }

  /** Files that include each other see the names read before the cycle. */
  scopeOf({ path, facts }: File): Scope {
    const known = this.#scopes.get(path);
    if (known) return known;
    const names: Names = new Map();
    this.#scopes.set(path, names);
    for (const { name, value } of facts.locals) {
      const isConfig = value.kind === "code" && value.text.startsWith("read_terragrunt_config(");
      names.set(`local.${name}`, (isConfig ? this.#configAt(path, value) : undefined) ?? value);
    }
    for (const { name, value } of facts.includes) {
      const config = this.#configAt(path, value);
      if (config) names.set(`include.${name}`, config);
    }
    return names;
  }

  /** Returns the file at a path as the object other files see: `{ locals = { … } }`. */
  #configAt(from: string, pathExpression: HclExpression): HclExpression | undefined {
    const file = findAbove(this.#files, from, literalTail(pathExpression));
    if (!file) return undefined;
    const { line } = pathExpression;
    const scope = this.scopeOf(file);
    const entries = file.facts.locals.flatMap((local) => bindLocal(local, scope));
    return {
      kind: "object",
      line,
      entries: [{ name: "locals", line, value: { kind: "object", line, entries } }],
    };
  }
}

/** Returns the files that a Terragrunt file includes; undefined for each that was not found. */
export function createIncludes(files: readonly File[]): (file: File) => (File | undefined)[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return ({ path, facts }) => facts.includes.map(({ value }) => findAbove(byPath, path, literalTail(value)));
}

/** Searches the folders upward, as `find_in_parent_folders` does. */
function findAbove(files: ReadonlyMap<string, File>, from: string, tail: string): File | undefined {
  for (let folder = posix.dirname(from); ; folder = posix.dirname(folder)) {
    const path = posix.join(folder, tail);
    if (path !== from && files.has(path)) return files.get(path);
    if (folder === ".") return undefined;
  }
}

/** Interpolates a local with the names of its file. Returns nothing if a name is unbound. */
function bindLocal(local: HclAttribute, scope: Scope): HclAttribute[] {
  if (local.value.kind === "object") {
    const entries = local.value.entries.flatMap((entry) => bindLocal(entry, scope));
    return [{ ...local, value: { ...local.value, entries } }];
  }
  const { text, unbound } = bind(local.value, scope);
  if (unbound.length > 0) return [];
  return [{ ...local, value: { kind: "template", line: local.line, parts: [{ literal: text }] } }];
}

/** Returns the literal end of a path: `/_envcommon/mysql.hcl` for `${dirname(…)}/_envcommon/mysql.hcl`. */
function literalTail(expression: HclExpression): string {
  const last = expression.kind === "template" ? expression.parts.at(-1) : undefined;
  if (last && "literal" in last) return last.literal;
  const code = last?.code ?? (expression.kind === "code" ? expression.text : "");
  const end = code.lastIndexOf('"');
  const start = Math.max(code.lastIndexOf('"', end - 1), code.lastIndexOf("}", end - 1));
  return end > 0 && start !== -1 ? code.slice(start + 1, end) : "terragrunt.hcl";
}
