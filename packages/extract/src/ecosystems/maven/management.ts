import type { Bind, BoundText } from "./bind.ts";
import type { Use } from "./pom.ts";
import type { Lineage, Project } from "./project.ts";

/** The version that the repository manages for a use that states none; undefined where it manages none. */
export type ManagedVersion = (project: Project, use: Use) => BoundText | undefined;

interface Source {
  project: Project;
  /** Into which project its texts are inherited; those of an imported BOM are the BOM's own. */
  heir: Project;
}

/** More BOMs and parents than anybody has. */
const MAX_SOURCES = 100;

type Kind = "dependency" | "plugin";

/** What a use without version takes it from. */
const KIND: Partial<Record<Use["rule"], Kind>> = {
  dependency: "dependency",
  annotation_processor: "dependency",
  artifact_item: "dependency",
  plugin: "plugin",
};
/** What gives its version to others. */
const GIVES: Partial<Record<Use["rule"], Kind>> = {
  managed_dependency: "dependency",
  managed_plugin: "plugin",
  plugin: "plugin",
};

/**
 * The nearest management wins: the profile's, the project's, its parents', then that of BOMs that they import, as far
 * as all of these lie in the repository. `findOwn` gives the project of an artifact name.
 */
export function managedVersions(
  bind: Bind,
  lineageOf: Lineage,
  findOwn: (artifact: string) => Project | undefined,
): ManagedVersion {
  const nameOf = (project: Project, { groupId, artifactId, profile }: Use): string =>
    `${bind(groupId, { project, profile }).text}:${bind(artifactId, { project, profile }).text}`;
  const keyOf = (kind: Kind, name: string, use: Use): string =>
    kind === "plugin" ? `plugin:${name}` : `${name}:${use.variant}`;

  const indexes = new Map<Project, Map<string, Use>>();
  /** Later entries replace earlier ones, as in Maven; keys of profiles that are not active have their number. */
  const indexOf = (project: Project): Map<string, Use> => {
    let index = indexes.get(project);
    if (!index) {
      index = new Map();
      indexes.set(project, index);
      for (const use of project.uses) {
        const kind = GIVES[use.rule];
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
      const heir = next;
      for (const each of lineageOf(heir)) {
        if (sources.has(each)) continue;
        sources.set(each, { project: each, heir });
        const boms = each.uses.filter(({ rule, profile }) => rule === "bom" && each.isActive(profile));
        queue.push(...boms.slice(0, MAX_SOURCES).flatMap((bom) => findOwn(nameOf(each, bom)) ?? []));
      }
    }
    const found = [...sources.values()];
    known.set(project, found);
    return found;
  };

  return (project, use) => {
    const kind = KIND[use.rule];
    if (kind === undefined) return undefined;
    const key = keyOf(kind, nameOf(project, use), use);
    const inProfile = use.profile === null ? undefined : indexOf(project).get(`${use.profile}/${key}`);
    if (inProfile) return bind(inProfile.version ?? "", { project, profile: use.profile });
    for (const source of sourcesOf(project)) {
      const managed = indexOf(source.project).get(`/${key}`);
      // A plugin of a BOM is nobody else's.
      if (!managed || (kind === "plugin" && source.heir !== project)) continue;
      const profile = source.project === source.heir ? managed.profile : null;
      return bind(managed.version ?? "", { project: source.heir, profile });
    }
    return undefined;
  };
}
