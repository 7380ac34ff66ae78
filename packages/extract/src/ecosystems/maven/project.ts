import { posix } from "node:path";
import type { Facts } from "../../ecosystem.ts";
import type { MavenFacts, Parent, Pom, Use } from "./pom.ts";

/** A pom.xml of the repository, its properties and managed artifacts by name. */
export interface Project {
  path: string;
  pom: Pom;
  uses: readonly Use[];
  /** Outside profiles and in those that are active by default, which win. */
  active: Map<string, string>;
  profiles: Map<number, Map<string, string>>;
  /** What only profiles that are not active say; null where they differ. */
  optional: Map<string, string | null>;
  isActive: (profile: number | null) => boolean;
}

/** More generations than anybody has. */
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
    optional: new Map(),
    isActive,
  };
  for (const { name, value, profile } of pom.properties) {
    if (profile === null) continue;
    const own = project.profiles.get(profile) ?? new Map<string, string>();
    project.profiles.set(profile, own.set(name, value));
    if (isActive(profile)) continue;
    const known = project.optional.get(name);
    project.optional.set(name, known === undefined || known === value ? value : null);
  }
  return [project];
}

/** The project, its parent, and so on as far as they lie in the repository. */
export type Lineage = (project: Project) => readonly Project[];

export function lineages(projects: readonly Project[]): Lineage {
  const byPath = new Map(projects.map((project) => [project.path, project]));
  const byName = new Map<string, Project[]>();
  for (const project of projects) {
    const name = `${groupOf(project.pom)}:${project.pom.artifactId}`;
    const namesakes = byName.get(name);
    if (namesakes) namesakes.push(project);
    else byName.set(name, [project]);
  }
  const parentOf = ({ path, pom: { parent } }: Project): Project | undefined => {
    if (!parent) return undefined;
    const beside = findBeside(byPath, path, parent.relativePath);
    if (beside && isMeant(parent, beside.pom)) return beside;
    const [only, ...others] = byName.get(`${parent.groupId}:${parent.artifactId}`) ?? [];
    return only && others.length === 0 && isMeant(parent, only.pom) ? only : undefined;
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

/** A path may name the folder. */
function findBeside(
  byPath: ReadonlyMap<string, Project>,
  from: string,
  relativePath: string,
): Project | undefined {
  if (relativePath === "") return undefined;
  const path = posix.join(posix.dirname(from), relativePath.replaceAll("\\", "/"));
  return byPath.get(path) ?? byPath.get(posix.join(path, "pom.xml"));
}

/** Maven looks elsewhere when the pom.xml beside is another one, or of another version. */
const isMeant = (parent: Parent, pom: Pom): boolean =>
  isSame(parent.artifactId, pom.artifactId) &&
  isSame(parent.groupId, groupOf(pom)) &&
  isSame(parent.version, versionOf(pom));

/** What is left out (as Maven 4 allows) or yet to be bound contradicts nothing. */
const isSame = (a: string | null, b: string | null): boolean =>
  a === null || b === null || a.includes("${") || b.includes("${") || a === b;
