import type { Lineage, Project } from "./project.ts";

/** A text after the repository's own properties are put in. */
export interface BoundText {
  text: string;
  /** The first placeholder that nothing binds, else null. */
  unbound: string | null;
}

/** Where a text stands, or into which project it is inherited. */
export interface Scope {
  project: Project;
  profile: number | null;
}

export type Bind = (text: string, scope: Scope) => BoundText;

const PLACEHOLDER = /\$\{(?<name>[^{}]*)\}/g;
/** Also `@x@` of filtered files and the marks of template engines, which nobody here evaluates. */
const LEFT_OVER = /\$\{[^{}]*\}?|@[\w.-]+@|\{\{[^{}]{0,100}\}{0,2}|<%/;
const PROJECT = /^(?:(?:project|pom)\.)?(?<isOfParent>parent\.)?(?<field>groupId|artifactId|version)$/;

/** Properties of properties; no more steps for one text than any honest file needs. */
const MAX_DEPTH = 16;
const MAX_STEPS = 200;
const MAX_LENGTH = 1024;

export function binder(lineageOf: Lineage): Bind {
  return (text, scope) => {
    let steps = 0;
    const expand = (written: string, depth: number): string =>
      written.replace(PLACEHOLDER, (placeholder, name: string) => {
        steps += 1;
        const value =
          steps > MAX_STEPS || depth > MAX_DEPTH ? undefined : find(lineageOf, scope, name.trim());
        if (value === undefined) return placeholder;
        const expanded = expand(value, depth + 1);
        return expanded.length > MAX_LENGTH ? placeholder : expanded;
      });
    const bound = expand(text, 0);
    return { text: bound, unbound: LEFT_OVER.exec(bound)?.[0] ?? null };
  };
}

/** Properties, nearest first; then what the project says of itself; then what only a profile says, if it is one thing. */
function find(lineageOf: Lineage, { project, profile }: Scope, name: string): string | undefined {
  const own = profile === null ? undefined : project.profiles.get(profile)?.get(name);
  if (own !== undefined) return own;
  const lineage = lineageOf(project);
  for (const { active } of lineage) {
    const value = active.get(name);
    if (value !== undefined) return value;
  }
  return findOfProject(lineage, name) ?? findOptional(lineage, name);
}

function findOptional(lineage: readonly Project[], name: string): string | undefined {
  const nearest = lineage.find(({ optional }) => optional.has(name));
  return nearest?.optional.get(name) ?? undefined;
}

/** `project.version` and the like, taken from the parent where the project leaves them out. */
function findOfProject([project, parent]: readonly Project[], name: string): string | undefined {
  const { isOfParent, field } = PROJECT.exec(name)?.groups ?? {};
  if (!project || !isField(field)) return undefined;
  const own = isOfParent === undefined ? project.pom[field] : null;
  const isInherited = isOfParent !== undefined || field !== "artifactId";
  return own ?? (isInherited ? (project.pom.parent?.[field] ?? parent?.pom[field]) : null) ?? undefined;
}

const isField = (text: string | undefined): text is "groupId" | "artifactId" | "version" =>
  text === "groupId" || text === "artifactId" || text === "version";
