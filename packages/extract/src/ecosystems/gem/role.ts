import { posix } from "node:path";
import type { Role } from "@knockon/contract/vocabulary/role";
import type { Dependency } from "./read.ts";

const TEST = /^(?:tests?|testing|cucumber|r?spec|minitest|integration|e2e|benchmarks?|coverage)$/;
const DEV =
  /^(?:development|dev|develop|docs?|documentation|lint|linting|rubocop|debug|guard|console|tools|ci|cli|release|local|typing|sorbet)$/;

/** Returns the role that a gem's groups or its file indicate, if any. `isLibrary` tells that the Gemfile is next to a gemspec. */
export function roleOf(path: string, { rule, groups }: Dependency, isLibrary: boolean): Role | undefined {
  if (rule === "development_dependency") return "dev";
  if (rule === "dependency") return undefined;
  return roleOfGroups(groups) ?? roleOfFile(path) ?? (isLibrary ? "dev" : undefined);
}

/** A gem in several groups is installed with any of them. */
function roleOfGroups(groups: readonly string[]): Role | undefined {
  if (groups.length === 0) return undefined;
  if (groups.every((group) => TEST.test(group))) return "test";
  return groups.every((group) => TEST.test(group) || DEV.test(group)) ? "dev" : undefined;
}

/** `gemfiles/rails_7.gemfile` is for a test run with another version, `Gemfile.dev` for a purpose. */
function roleOfFile(path: string): Role | undefined {
  const { dir, base } = posix.parse(path);
  if (base.endsWith(".gemfile") || posix.basename(dir) === "gemfiles") return "test";
  return roleOfGroups(base.split(/[._-]/).slice(1));
}
