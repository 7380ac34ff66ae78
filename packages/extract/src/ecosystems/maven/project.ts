import { posix } from "node:path";
import type { Facts } from "../../ecosystem.ts";
import type { MavenFacts, Parent, Pom, Use } from "./read.ts";

/** A POM of the repository with its properties by name. */
export interface Project {
  path: string;
  pom: Pom;
  uses: readonly Use[];
  /** Properties outside profiles and of profiles that are active by default. The latter take precedence. */
  active: Map<string, string>;
  profiles: Map<number, Map<string, string>>;
  /** Properties of all other profiles; null if their values differ. */
  inactive: Map<string, string | null>;
  isActive: (profile: number | null) => boolean;
}

const MAX_GENERATIONS = 32;

export function projectOf({ path, facts }: Facts<MavenFacts>): Project[] {
  const { pom, uses } = facts;
  if (!pom) return [];
  const isActive = (profile: number | null): boolean =>
    profile === null || pom.profiles[profile]?.isActiveByDefault === true;
  const main = pom.properties.filter(({ profile }) => profile === null);
  const byDefault = pom.properties.filter(({ profile }) => profile !== null && isActive(profile));
  const project: Project = {
    path,
    pom,
    uses,
    active: new Map([...main, ...byDefault].map(({ name, value }) => [name, value])),
    profiles: new Map(),
    inactive: new Map(),
    isActive,
  };
  for (const { name, value, profile } of pom.properties) {
    if (profile === null) continue;
    const own = project.profiles.get(profile) ?? new Map<string, string>();
    project.profiles.set(profile, own.set(name, value));
    if (isActive(profile)) continue;
    const known = project.inactive.get(name);
    project.inactive.set(name, known === undefined || known === value ? value : null);
  }
  return [project];
}

/** Returns the project, its parent, and so on, as far as they are in the repository. */
export type Lineage = (project: Project) => readonly Project[];

export function createLineages(projects: readonly Project[]): Lineage {
  const byPath = new Map(projects.map((project) => [project.path, project]));
  const byName = new Map<string, Project[]>();
  for (const project of projects) {
    const name = `${groupOf(project.pom)}:${project.pom.artifactId}`;
    const others = byName.get(name);
    if (others) others.push(project);
    else byName.set(name, [project]);
  }
  const parentOf = ({ path, pom: { parent } }: Project): Project | undefined => {
    if (!parent) return undefined;
    const atPath = findAtPath(byPath, path, parent.relativePath);
    if (atPath && isParent(parent, atPath.pom)) return atPath;
    const [only, ...others] = byName.get(`${parent.groupId}:${parent.artifactId}`) ?? [];
    return only && others.length === 0 && isParent(parent, only.pom) ? only : undefined;
  };
  const known = new Map<Project, Project[]>();
  return (project) => {
    const before = known.get(project);
    if (before) return before;
    const lineage: Project[] = [];
    let next: Project | undefined = project;
    while (next && !lineage.includes(next) && lineage.length < MAX_GENERATIONS) {
      lineage.push(next);
      next = parentOf(next);
    }
    known.set(project, lineage);
    return lineage;
  };
}

const groupOf = (pom: Pom): string | null => pom.groupId ?? pom.parent?.groupId ?? null;
const versionOf = (pom: Pom): string | null => pom.version ?? pom.parent?.version ?? null;

/** `relativePath` is a file or a folder. */
function findAtPath(
  byPath: ReadonlyMap<string, Project>,
  from: string,
  relativePath: string,
): Project | undefined {
  if (relativePath === "") return undefined;
  const path = posix.join(posix.dirname(from), relativePath.replaceAll("\\", "/"));
  return byPath.get(path) ?? byPath.get(posix.join(path, "pom.xml"));
}

/** Maven ignores a POM at `relativePath` with other coordinates. */
const isParent = (parent: Parent, pom: Pom): boolean =>
  matches(parent.artifactId, pom.artifactId) &&
  matches(parent.groupId, groupOf(pom)) &&
  matches(parent.version, versionOf(pom));

/** Missing values (allowed by Maven 4) and placeholders match anything. */
const matches = (a: string | null, b: string | null): boolean =>
  a === null || b === null || a.includes("${") || b.includes("${") || a === b;
