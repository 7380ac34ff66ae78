import { posix } from "node:path";
import type { Role } from "@knockon/contract/vocabulary/role";
import type { Facts } from "../../ecosystem.ts";
import { strongest, type CompiledRequirements } from "./compiled.ts";
import type { PypiFacts, Requirement } from "./facts.ts";

type PypiFile = Facts<PypiFacts>;

/** What `-r` and `-c` between the files of a repository say about its requirements. */
export class Constraints {
  readonly #byPath: ReadonlyMap<string, PypiFile>;
  readonly #compiled: CompiledRequirements;
  readonly #reached = new Map<string, ReadonlySet<PypiFile>>();
  readonly #users = new Map<string, ReadonlySet<PypiFile>>();

  constructor(files: readonly PypiFile[], compiled: CompiledRequirements) {
    this.#byPath = new Map(files.map((file) => [file.path, file]));
    this.#compiled = compiled;
  }

  /** Returns the role of a requirement. A constraint installs nothing: it has the role of the requirements that it holds. */
  roleOf(file: PypiFile, requirement: Requirement): Role | null {
    const own = this.#compiled.roleOf(file, requirement);
    const { group, name } = requirement;
    if (group !== "constraints" || own !== null || name === null) return own;
    const roles = [...this.#usersOf(file)].flatMap((user) =>
      this.#compiled
        .named(user, name)
        .filter((each) => each.group !== "constraints")
        .map((each) => this.#compiled.roleOf(user, each)),
    );
    return strongest(roles.filter((role) => role !== "vendored"));
  }

  /** Returns the versions that constraints allow for a requirement without a version, or null. */
  constraintOf(file: PypiFile, { group, name, source }: Requirement): string | null {
    if (group !== "requirements" || name === null || source.kind !== "index" || source.constraint !== null)
      return null;
    const found = [...this.#reach(file)].flatMap((each) =>
      this.#compiled.named(each, name).flatMap((line) => {
        const isConstraint = line.group === "constraints" && !line.raw.includes(";");
        return isConstraint && line.source.kind === "index" && line.source.constraint !== null
          ? [line.source.constraint]
          : [];
      }),
    );
    return found.length === 0 ? null : [...new Set(found)].join(",");
  }

  /** Returns the files that a file includes, directly or through others, and itself. */
  #reach(file: PypiFile): ReadonlySet<PypiFile> {
    const known = this.#reached.get(file.path);
    if (known) return known;
    const reached = new Set([file]);
    for (const each of reached)
      for (const include of each.facts.includes) {
        const target = this.#byPath.get(posix.join(posix.dirname(each.path), include));
        if (target) reached.add(target);
      }
    this.#reached.set(file.path, reached);
    return reached;
  }

  /** Returns the files that are installed or compiled together with a file that they include. */
  #usersOf(file: PypiFile): ReadonlySet<PypiFile> {
    const known = this.#users.get(file.path);
    if (known) return known;
    const users = new Set<PypiFile>();
    for (const each of this.#byPath.values()) {
      const reached = this.#reach(each);
      if (each !== file && reached.has(file)) for (const one of reached) users.add(one);
    }
    this.#users.set(file.path, users);
    return users;
  }
}
