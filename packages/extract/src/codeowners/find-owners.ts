import type { Problem, RepositoryIdentity, TreeEntry } from "../ecosystem.ts";
import { invalidSyntax } from "../ecosystem.ts";
import { parseGitUrl } from "../git-url.ts";
import {
  compilePattern,
  matchesPath,
  type OwnerSyntax,
  type PathPattern,
  type Work,
} from "./path-pattern.ts";
import {
  hasSections,
  MAX_OWNERS,
  readCodeowners,
  type Codeowners,
  type OwnerSection,
} from "./read-codeowners.ts";

/** Files with the same owners. */
export interface OwnedFiles {
  /** As CODEOWNERS names them, without email addresses, which are never stored. Not empty. */
  owners: string[];
  files: string[];
}

export const ownersByFile = (owned: readonly OwnedFiles[]): Map<string, string[]> =>
  new Map(owned.flatMap(({ owners, files }) => files.map((file) => [file, owners])));

/** The owners of most of some files. */
export function ownersOfMost(byFile: ReadonlyMap<string, string[]>): string[] | undefined {
  const groups = Map.groupBy(byFile.values(), (names) => names.join(" "));
  return [...groups.values()].toSorted((a, b) => b.length - a.length)[0]?.[0];
}

/** Where each host looks for the file, in its order. */
const LOCATIONS: Record<OwnerSyntax | "unknown", readonly string[]> = {
  github: [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"],
  gitlab: ["CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"],
  unknown: [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"],
};

type Host = Pick<RepositoryIdentity, "platform" | "cloneUrl">;

/** Returns the platform of a connected organization, or else guesses it from the name of the host. */
function hostOf({ platform, cloneUrl }: Host): OwnerSyntax | "unknown" {
  if (platform !== undefined) return platform;
  const { host = "" } = parseGitUrl(cloneUrl ?? "") ?? {};
  if (/github/i.test(host)) return "github";
  return /gitlab/i.test(host) ? "gitlab" : "unknown";
}

/** Returns the path of the CODEOWNERS file that the host uses, or undefined. */
export function locateCodeowners(repository: Host, tree: readonly TreeEntry[]): string | undefined {
  const locations = LOCATIONS[hostOf(repository)];
  const found = new Set(
    tree.flatMap(({ path, mode }) => (path.endsWith("CODEOWNERS") && mode.startsWith("100") ? [path] : [])),
  );
  return locations.find((path) => found.has(path));
}

/** Reads a file if a host looks for CODEOWNERS there. A file of an unknown host follows GitLab's rules if it has sections. */
export function readIfCodeowners(repository: Host, path: string, text: string): Codeowners | undefined {
  if (!path.endsWith("CODEOWNERS")) return undefined;
  const host = hostOf(repository);
  if (!LOCATIONS[host].includes(path)) return undefined;
  const isGitLab = path.startsWith(".gitlab/") || hasSections(text);
  return readCodeowners(text, host === "unknown" ? (isGitLab ? "gitlab" : "github") : host);
}

/** Reports the lines of a CODEOWNERS file that its host ignores. */
export const codeownersProblems = (file: string, { skipped, moreSkipped }: Codeowners): Problem[] => [
  ...skipped.map(({ line, message }) =>
    invalidSyntax("codeowners", file, { line, message: `line skipped: ${message}` }),
  ),
  ...(moreSkipped > 0
    ? [
        invalidSyntax("codeowners", file, {
          line: null,
          message: `${moreSkipped} more invalid lines skipped`,
        }),
      ]
    : []),
];

/** Enough for 2,000 patterns and 5,000 files. Takes about a second. */
const MAX_STEPS = 50_000_000;

/** Returns the owners of some files, or undefined if that takes too much work. Files without an owner, or only with an email address, are left out. */
export function findOwners(
  { syntax, sections }: Codeowners,
  files: Iterable<string>,
  maxSteps = MAX_STEPS,
): OwnedFiles[] | undefined {
  const compiled = sections.map((section) => compileSection(section, syntax));
  const groups = new Map<string, OwnedFiles>();
  const work: Work = { steps: 0 };
  for (const file of new Set(files)) {
    const path = file.split("/");
    const named = compiled.flatMap((section) => ownersIn(section, path, work, maxSteps));
    const owners = [...new Set(named)].filter(isHandle).slice(0, MAX_OWNERS);
    if (work.steps > maxSteps) return undefined;
    if (owners.length === 0) continue;
    const key = owners.join(" ");
    const group = groups.get(key);
    if (group) group.files.push(file);
    else groups.set(key, { owners, files: [file] });
  }
  return [...groups.values()];
}

/** Whether an owner is a user, team or role. */
const isHandle = (owner: string): boolean => owner.startsWith("@");

interface CompiledSection {
  /** The last rule first. */
  rules: { pattern: PathPattern; owners: readonly string[] }[];
  exclusions: PathPattern[];
}

function compileSection({ rules, exclusions }: OwnerSection, syntax: OwnerSyntax): CompiledSection {
  const compile = (text: string): PathPattern[] => {
    const pattern = compilePattern(text, syntax);
    return pattern ? [pattern] : [];
  };
  return {
    rules: rules
      .flatMap(({ pattern: text, owners }) => compile(text).map((pattern) => ({ pattern, owners })))
      .toReversed(),
    exclusions: exclusions.flatMap(compile),
  };
}

function ownersIn(
  { rules, exclusions }: CompiledSection,
  path: readonly string[],
  work: Work,
  maxSteps: number,
): readonly string[] {
  const matches = (pattern: PathPattern): boolean =>
    work.steps <= maxSteps && matchesPath(pattern, path, work);
  if (exclusions.some(matches)) return [];
  return rules.find(({ pattern }) => matches(pattern))?.owners ?? [];
}
