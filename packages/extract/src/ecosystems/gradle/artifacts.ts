import { posix } from "node:path";
import type { ProducedArtifact } from "../../ecosystem.ts";
import { artifactName } from "../../name.ts";
import { isTestInput } from "../../repository-path.ts";
import type { Binder, GradleFile } from "./bind.ts";
import type { Publication } from "./facts.ts";
import { isBuildScript, precompiledId, type ProjectNames } from "./projects.ts";

/** Returns the artifacts of projects with a group, and plugins. */
export function producedArtifacts(
  files: readonly GradleFile[],
  binding: Binder,
  names: ProjectNames,
): ProducedArtifact[] {
  return files
    .filter(({ path }) => !isTestInput(path))
    .flatMap((file) => [
      ...(isBuildScript(file.path) ? artifactsOfProject(file, binding, names) : []),
      ...pluginsOf(file, binding),
    ]);
}

function artifactsOfProject(file: GradleFile, binding: Binder, names: ProjectNames): ProducedArtifact[] {
  const { path, facts } = file;
  const bound = (text: string): string | null => {
    const { text: found, unbound } = binding.bind(text, path);
    return unbound === null && found !== "" ? found : null;
  };
  const group = bound("${group}") ?? bound("${GROUP}");
  const version = bound("${version}") ?? bound("${VERSION_NAME}");
  const project = names.of(posix.dirname(path));
  const name = bound("${POM_ARTIFACT_ID}") ?? project.name;
  const line = facts.assignments.find((each) => each.name === "group")?.line ?? 1;
  const itself: Publication = { of: "own", group, name, version, line };
  const publications = publicationsOf(file, binding);
  return (publications.length === 0 ? [itself] : publications).flatMap((publication) => {
    const own = (text: string | null, otherwise: string | null): string | null =>
      text === null ? otherwise : bound(text);
    const [publishedGroup, publishedName] = [own(publication.group, group), own(publication.name, name)];
    if (publishedGroup === null || publishedName === null) return [];
    const isAssumed = publication.name === null || publication === itself ? project.isAssumed : false;
    return [
      artifact(path, publication.line, {
        name: `${publishedGroup}:${publishedName}`,
        version: own(publication.version, version),
        rule: publication === itself ? "project" : "publication",
        isAssumed,
      }),
    ];
  });
}

/** Returns the publications of a project: those of its script, or of the nearest script that defines any for it. */
function publicationsOf({ path }: GradleFile, { scopeOf, projectOf }: Binder): Publication[] {
  const project = projectOf(path);
  for (const file of scopeOf(path)) {
    const excluded = project.has(file) ? "subprojects" : "own";
    const found = file.facts.publications
      .filter(({ of, name, group }) => of !== excluded && (name !== null || group !== null))
      .map((each) => (file.path === path ? each : { ...each, line: 1 }));
    if (found.length > 0) return found;
  }
  return [];
}

function pluginsOf(file: GradleFile, { bind }: Binder): ProducedArtifact[] {
  const { path, facts } = file;
  const precompiled = precompiledId(file);
  const ids = [...facts.pluginIds, ...(precompiled === undefined ? [] : [{ id: precompiled, line: 1 }])];
  return ids.flatMap(({ id, line }) => {
    const { text, unbound } = bind(id, path);
    const version = bind("${version}", path);
    if (unbound !== null || !/^[\w.-]+$/.test(text)) return [];
    return [
      artifact(path, line, {
        name: `${text}:${text}.gradle.plugin`,
        version: version.unbound === null ? version.text : null,
        rule: "gradle_plugin",
        isAssumed: false,
      }),
    ];
  });
}

function artifact(
  sourceFile: string,
  sourceLine: number,
  {
    name,
    version,
    rule,
    isAssumed,
  }: { name: string; version: string | null; rule: string; isAssumed: boolean },
): ProducedArtifact {
  return {
    ecosystem: "gradle",
    artifactType: "maven_artifact",
    name,
    version,
    registryUrl: null,
    sourceFile,
    sourceLine,
    announces: [artifactName("maven_artifact", name)],
    ...(isAssumed ? { assumed: true as const } : {}),
    evidence: { class: "manifest", rule: `gradle.${rule}` },
  };
}
