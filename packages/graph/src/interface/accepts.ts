import { member, type ArtifactInterface, type Member } from "@knockon/extract/interface";
import { isVersioned, type MemberKind } from "@knockon/contract/vocabulary/interface";
import { scopedNames } from "@knockon/extract/scoped-names";
import { isUnlimited, subjectOf, supports } from "./supported-versions.ts";

/** GitHub and Azure Pipelines compare the names of these without case: https://docs.github.com/actions/reference/workflows-and-actions/metadata-syntax#inputs */
const IGNORES_CASE = /^(?:github_action|reusable_workflow|azure_pipelines_template):/;

/** The separators of kinds whose names are paths: to pass `ingress` passes everything below it. */
const SEPARATORS: ReadonlyMap<MemberKind, string> = new Map<MemberKind, string>([
  ["file", "/"],
  ["name", "."],
  ["parameter", "."],
  ["step", "."],
  ["subpath", "/"],
  ["value", "."],
]);

/** Finds the members of an interface by the names that consumers use. */
export class InterfaceNames {
  readonly #interface: ArtifactInterface;
  readonly #byName = new Map<string, Member>();
  /** Every path above a member, with the members below it. */
  readonly #above = new Map<string, Member[]>();
  readonly #ignoresCase: boolean;

  constructor(artifact: ArtifactInterface) {
    this.#interface = artifact;
    this.#ignoresCase = IGNORES_CASE.test(artifact.scope);
    for (const one of artifact.members) {
      this.#byName.set(this.#keyOf(one.kind, one.name), one);
      for (const path of pathsAbove(one.kind, one.name)) {
        const key = this.#keyOf(one.kind, path);
        const below = this.#above.get(key);
        if (below) below.push(one);
        else this.#above.set(key, [one]);
      }
    }
  }

  /** Returns the member that a consumer's name refers to: itself, one below it, or one above it that accepts any name. */
  find(kind: MemberKind, name: string): Member | undefined {
    const key = this.#keyOf(kind, name);
    const exact = this.#byName.get(key) ?? this.#above.get(key)?.[0];
    if (exact) return exact;
    if (kind === "field") return this.#findField(name);
    if (kind === "definition") return this.#findInScope(name);
    if (isVersioned(kind)) return this.#findVersioned(kind, name);
    const above = pathsAbove(kind, name);
    // A package that computes its own names does not compute those of its modules.
    for (const path of kind === "name" ? above.slice(0, 1) : above) {
      const found = this.#byName.get(this.#keyOf(kind, path));
      if (found?.acceptsAny) return found;
    }
    return undefined;
  }

  /** Returns all members that a consumer's name refers to: also those below it, which it passes together. */
  findAll(kind: MemberKind, name: string): readonly Member[] {
    const found = this.find(kind, name);
    if (!found) return [];
    const below = this.#above.get(this.#keyOf(kind, name)) ?? [];
    return below.includes(found) ? below : [found, ...below];
  }

  /** Returns why members of a kind may exist that the interface does not list, or undefined if it lists all. */
  whyOpen(kind: MemberKind): string | undefined {
    return this.#interface.open?.[kind];
  }

  /** Whether the artifact rejects a path that it does not have, instead of ignoring it. */
  rejects(kind: MemberKind, name: string): boolean {
    const { strict = [] } = this.#interface;
    if (strict.length === 0) return false;
    if (this.refuses(kind, name)) return true;
    const known = pathsAbove(kind, name).find((path) => {
      const key = this.#keyOf(kind, path);
      return this.#byName.has(key) || this.#above.has(key);
    });
    return strict.includes(known ?? "");
  }

  /** Whether the artifact rejects a path, or one above it, by its name. Other reasons to accept it do not count. */
  refuses(kind: MemberKind, name: string): boolean {
    return [name, ...pathsAbove(kind, name)].some((path) => {
      const key = this.#keyOf(kind, path);
      return this.#interface.strict?.includes(path) && !this.#byName.has(key) && !this.#above.has(key);
    });
  }

  /** Finds a field of a GraphQL schema by its path from a root (`query.user.email`) or a type, through the types of the fields. */
  #findField(path: string): Member | undefined {
    const [root = "", ...fields] = path.split(".", MAX_DEPTH);
    let found = this.#byName.get(this.#keyOf("field", root));
    let type: string | undefined = found?.type === undefined ? root : namedType(found.type);
    for (const field of fields) {
      found = type === undefined ? undefined : this.#byName.get(this.#keyOf("field", `${type}.${field}`));
      if (!found) return undefined;
      type = found.type === undefined ? undefined : namedType(found.type);
    }
    return found;
  }

  /** Finds a type of protocol buffers as written in a scope (`acme.v1.Owner:pets.v1.Pet`): the innermost that exists. */
  #findInScope(written: string): Member | undefined {
    const [scope = "", name] = written.split(":", 2);
    if (name === undefined) return undefined;
    for (const each of scopedNames(scope, name)) {
      const found = this.#byName.get(this.#keyOf("definition", each));
      if (found) return found;
    }
    return undefined;
  }

  /** Finds the engine, peer or provider, unless the package certainly does not support the version. A package supports every version of others. */
  #findVersioned(kind: MemberKind, name: string): Member | undefined {
    const subject = subjectOf(name);
    const found = this.#byName.get(this.#keyOf(kind, subject));
    if (!found && isUnlimited(kind)) return member(this.#interface, kind, subject, { type: "*" });
    return found && supports(found, name) !== false ? found : undefined;
  }

  #keyOf(kind: MemberKind, name: string): string {
    return `${kind}\0${this.#ignoresCase ? name.toLowerCase() : name}`;
  }
}

/** More than handwritten names have. Without a limit, a long name with many separators takes quadratic time and memory. */
const MAX_DEPTH = 100;

/** `a.b.c` is below `a.b` and `a`, nearest first. Other kinds are below nothing. */
function pathsAbove(kind: MemberKind, name: string): string[] {
  const separator = SEPARATORS.get(kind);
  const paths: string[] = [];
  if (separator === undefined) return paths;
  for (let at = name.lastIndexOf(separator); at !== -1 && paths.length < MAX_DEPTH;) {
    paths.push(name.slice(0, at));
    at = at === 0 ? -1 : name.lastIndexOf(separator, at - 1);
  }
  return paths;
}

/** Returns `User` for `[User!]!`. */
export const namedType = (type: string): string => type.replace(/[[\]!]/g, "");

/** Returns the field that an argument belongs to: `Query.user` for `Query.user(id:)`. */
export const callOf = (name: string): string | undefined =>
  name.endsWith(":)") ? name.slice(0, name.lastIndexOf("(")) : undefined;

/** Returns what a field is a part of: `query.user` for `query.user.email` and `query.user(id:)`. */
export const holderOf = (name: string): string | undefined =>
  callOf(name) ?? (name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : undefined);

/** Returns the map that a Helm value is in. Undefined at the root, and for other kinds. */
export const mapOf = (kind: MemberKind, name: string): string | undefined =>
  kind === "value" ? pathsAbove(kind, name)[0] : undefined;
