import type { Bind, BoundText, Scope } from "./bind.ts";
import type { Use } from "./read.ts";
import type { Lineage, Project } from "./project.ts";

/** The version and scope that dependency or plugin management gives to a use without them. */
export interface Managed {
  version: BoundText;
  /** `test`, `provided` and so on; null if not stated. */
  scope: string | null;
}

/** Returns undefined for a use that the repository does not manage. */
export type FindManaged = (project: Project, use: Use) => Managed | undefined;

interface Source {
  project: Project;
  /** The project whose properties apply: the inheriting project, or an imported BOM itself. */
  inheritedBy: Project;
}

const MAX_SOURCES = 100;

type Kind = "dependency" | "plugin";

/** The kind of management that applies to a use without a version. */
const MANAGED_BY: Partial<Record<Use["rule"], Kind>> = {
  dependency: "dependency",
  annotation_processor: "dependency",
  artifact_item: "dependency",
  plugin: "plugin",
};
/** The kind of management that a use belongs to. */
const MANAGES: Partial<Record<Use["rule"], Kind>> = {
  managed_dependency: "dependency",
  managed_plugin: "plugin",
  plugin: "plugin",
};

/**
 * Searches the management of the profile, the project, its parents, and the BOMs they import, in this order. Projects
 * outside of the repository are skipped. `findOwn` returns the project with an artifact name.
 */
export function createManagement(
  bind: Bind,
  lineageOf: Lineage,
  findOwn: (artifact: string) => Project | undefined,
): FindManaged {
  const nameOf = (project: Project, { groupId, artifactId, profile }: Use): string =>
    `${bind(groupId, { project, profile }).text}:${bind(artifactId, { project, profile }).text}`;
  const keyOf = (kind: Kind, name: string, use: Use): string =>
    kind === "plugin" ? `plugin:${name}` : `${name}:${use.variant}`;

  const indexes = new Map<Project, Map<string, Use>>();
  /** As in Maven, later entries replace earlier ones. Keys start with the profile if it is inactive. */
  const indexOf = (project: Project): Map<string, Use> => {
    let index = indexes.get(project);
    if (!index) {
      index = new Map();
      indexes.set(project, index);
      for (const use of project.uses) {
        const kind = MANAGES[use.rule];
        if (kind === undefined || use.version === null) continue;
        const profile = project.isActive(use.profile) ? "" : `${use.profile}`;
        index.set(`${profile}/${keyOf(kind, nameOf(project, use), use)}`, use);
      }
    }
    return index;
  };

  const known = new Map<Project, Source[]>();
  const sourcesOf = (project: Project): Source[] => {
    const before = known.get(project);
    if (before) return before;
    const sources = new Map<Project, Source>();
    const queue = [project];
    for (let next = queue.shift(); next && sources.size < MAX_SOURCES; next = queue.shift()) {
      const inheritedBy = next;
      for (const each of lineageOf(inheritedBy)) {
        if (sources.has(each)) continue;
        sources.set(each, { project: each, inheritedBy });
        const boms = each.uses.filter(({ rule, profile }) => rule === "bom" && each.isActive(profile));
        queue.push(...boms.slice(0, MAX_SOURCES).flatMap((bom) => findOwn(nameOf(each, bom)) ?? []));
      }
    }
    const found = [...sources.values()];
    known.set(project, found);
    return found;
  };

  const managedBy = ({ version, scope }: Use, at: Scope): Managed => ({
    version: bind(version ?? "", at),
    scope,
  });

  return (project, use) => {
    const kind = MANAGED_BY[use.rule];
    if (kind === undefined) return undefined;
    const key = keyOf(kind, nameOf(project, use), use);
    const inProfile = use.profile === null ? undefined : indexOf(project).get(`${use.profile}/${key}`);
    if (inProfile) return managedBy(inProfile, { project, profile: use.profile });
    for (const source of sourcesOf(project)) {
      const managed = indexOf(source.project).get(`/${key}`);
      // Plugin management is not imported from BOMs.
      if (!managed || (kind === "plugin" && source.inheritedBy !== project)) continue;
      const profile = source.project === source.inheritedBy ? managed.profile : null;
      return managedBy(managed, { project: source.inheritedBy, profile });
    }
    return undefined;
  };
}
