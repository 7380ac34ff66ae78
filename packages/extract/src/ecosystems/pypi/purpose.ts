import { posix } from "node:path";
import type { Role } from "@knockon/contract/vocabulary/role";

const TEST = /^(?:tests?|testing|pytest|unittests?|e2e|cov|coverage|bench|benchmarks?|benchmarking)$/;
const DEV =
  /^(?:dev|devel|develop|development|developer|lint|linters?|linting|docs?|documentation|sphinx|mkdocs|rtd|readthedocs|typing|typecheck|typechecking|types|mypy|pyright|ruff|black|flake8|isort|precommit|tox|nox|qa|quality|style|release|ide|notebooks?)$/;
const BUILD = /^(?:build|packaging)$/;
const RUNTIME = /^(?:main|base|prod|production|runtime|deploy|deployment|server|default|packages)$/;
/** Words that stand for a feature in the name of an extra. */
const DEV_FILE =
  /^(?:checks?|debug|format|formatting|fmt|tools?|tooling|publish|security|audit|local|profiling|scripts?|translations?|i18n|l10n|type)$/;
const CI = /^(?:ci|github|circleci|actions)$/;
const EXAMPLE = /^(?:examples?|samples?|demos?|tutorials?)$/;

const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .replace(/pre-?commit/g, "precommit")
    .split(/[^a-z\d]+/);

/** Returns the role that the name of an extra or group indicates, if any. */
export function roleOfGroup(name: string): Role | undefined {
  const words = wordsOf(name);
  const hasAny = (pattern: RegExp): boolean => words.some((word) => pattern.test(word));
  if (hasAny(TEST)) return "test";
  if (hasAny(DEV)) return "dev";
  if (hasAny(BUILD)) return "build";
  return hasAny(RUNTIME) ? "runtime" : undefined;
}

/** Returns the role that the path of a requirements file indicates, if any: `requirements/dev.txt`, `ci/requirements.txt`. */
export function roleOfRequirements(path: string): Role | undefined {
  const { dir, name } = posix.parse(path);
  const folders = dir.split("/");
  const at = folders.findLastIndex((folder) => /^requirements$/i.test(folder));
  const inside = at === -1 ? [] : folders.slice(at + 1);
  const around = at === -1 ? folders : folders.slice(0, at);
  return roleOfFile([...inside, name].join("-")) ?? roleOfFolder(around);
}

function roleOfFile(name: string): Role | undefined {
  const words = wordsOf(name);
  const role = roleOfGroup(name);
  if (role !== undefined && role !== "runtime") return role;
  if (words.some((word) => DEV_FILE.test(word))) return "dev";
  if (words.some((word) => EXAMPLE.test(word))) return "example";
  return words.some((word) => CI.test(word)) ? "ci" : role;
}

function roleOfFolder(folders: readonly string[]): Role | undefined {
  const last = folders.at(-1) ?? "";
  if (folders[0] === ".github" || /^\.?ci$/i.test(last)) return "ci";
  return /^\.?dev(?:elopment)?$/i.test(last) ? "dev" : undefined;
}
