import type { Lineage, Project } from "./project.ts";

/** A text with the repository's own properties interpolated. */
export interface BoundText {
  text: string;
  /** The first placeholder without a value, else null. */
  unbound: string | null;
}

/** The project and profile that contain a text, or the project that inherits it. */
export interface Scope {
  project: Project;
  profile: number | null;
}

export type Bind = (text: string, scope: Scope) => BoundText;

const PLACEHOLDER = /\$\{(?<name>[^{}]*)\}/g;
/** Includes `@x@` of filtered files and placeholders of template engines. */
const UNBOUND = /\$\{[^{}]*\}?|@[\w.-]+@|\{\{[^{}]{0,100}\}{0,2}|<%/;
const PROJECT = /^(?:(?:project|pom)\.)?(?<isOfParent>parent\.)?(?<field>groupId|artifactId|version)$/;

/** Bound the expansion of properties that refer to other properties. */
const MAX_DEPTH = 16;
const MAX_STEPS = 200;
const MAX_LENGTH = 1024;

export function createBinder(lineageOf: Lineage): Bind {
  return (text, scope) => {
    let steps = 0;
    const expand = (template: string, depth: number): string =>
      template.replace(PLACEHOLDER, (placeholder, name: string) => {
        steps += 1;
        const value =
          steps > MAX_STEPS || depth > MAX_DEPTH ? undefined : findValue(lineageOf, scope, name.trim());
        if (value === undefined) return placeholder;
        const expanded = expand(value, depth + 1);
        return expanded.length > MAX_LENGTH ? placeholder : expanded;
      });
    const bound = expand(text, 0);
    return { text: bound, unbound: UNBOUND.exec(bound)?.[0] ?? null };
  };
}

/** Looks up properties, nearest first, then fields of the project, then properties of inactive profiles. */
function findValue(lineageOf: Lineage, { project, profile }: Scope, name: string): string | undefined {
  const own = profile === null ? undefined : project.profiles.get(profile)?.get(name);
  if (own !== undefined) return own;
  const lineage = lineageOf(project);
  for (const { active } of lineage) {
    const value = active.get(name);
    if (value !== undefined) return value;
  }
  return findField(lineage, name) ?? findInactive(lineage, name);
}

function findInactive(lineage: readonly Project[], name: string): string | undefined {
  const nearest = lineage.find(({ inactive }) => inactive.has(name));
  return nearest?.inactive.get(name) ?? undefined;
}

/** Returns `project.version` and similar fields. The group and the version are inherited from the parent. */
function findField([project, parent]: readonly Project[], name: string): string | undefined {
  const { isOfParent, field } = PROJECT.exec(name)?.groups ?? {};
  if (!project || !isField(field)) return undefined;
  const own = isOfParent === undefined ? project.pom[field] : null;
  const isInherited = isOfParent !== undefined || field !== "artifactId";
  return own ?? (isInherited ? (project.pom.parent?.[field] ?? parent?.pom[field]) : null) ?? undefined;
}

const isField = (text: string | undefined): text is "groupId" | "artifactId" | "version" =>
  text === "groupId" || text === "artifactId" || text === "version";
