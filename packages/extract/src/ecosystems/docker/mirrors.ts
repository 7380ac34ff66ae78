import { posix } from "node:path";
import type { Composition, Declaration, LinkInput, ProducedArtifact } from "../../ecosystem.ts";
import { imageDeclaration, parseImageReference, splitImageReference } from "../../image-reference.ts";
import { artifactName } from "../../name.ts";
import { MIRROR_RULE, scopeOf } from "../../scope.ts";
import { bindRepository } from "./expand-variables.ts";
import type { DockerFacts, MirroredImage } from "./facts.ts";
import { imagesPushedByMake, syncsOfMake } from "./makefile.ts";
import { syncTarget, type SyncRun } from "./mirror-commands.ts";
import { containerImage, isLocalImage } from "./produce.ts";

export interface Mirrors {
  artifacts: ProducedArtifact[];
  declarations: Declaration[];
  compositions: Composition[];
}

/**
 * Returns the images that lists mirror to a registry. The repository publishes the copies, and uses the originals. A copy under a name that
 * the repository also publishes in another way is not published again.
 */
export function mirroredImages(
  { files, repository, tree }: LinkInput<DockerFacts>,
  published: readonly ProducedArtifact[],
): Mirrors {
  const lists = new Set(files.filter(({ facts }) => facts.kind === "mirror").map(({ path }) => path));
  const artifacts = new Map(published.map((artifact) => [artifact.name, artifact]));
  const known = artifacts.size;
  const found: Mirrors = { artifacts: [], declarations: [], compositions: [] };
  if (lists.size === 0) return found;
  const paths = new Set(tree.map(({ path }) => path));
  const runs = new Map<string, SyncRun[]>();
  for (const file of files) {
    const own = file.facts.make ? syncsOfMake(file.path, files, repository) : file.facts.syncs;
    for (const run of own)
      for (const path of listsOf(run.list, lists, paths)) runs.set(path, [...(runs.get(path) ?? []), run]);
  }
  for (const { path, facts } of files) {
    for (const mirror of facts.mirrors) {
      const names = targetsOf(mirror, runs.get(path) ?? []).flatMap(
        (text) => nameOf(bindRepository(text, repository.fullPath)) ?? [],
      );
      for (const name of names)
        if (!artifacts.has(name)) artifacts.set(name, mirroredArtifact(name, path, mirror.line));
      const [first, ...others] = new Set(
        names.flatMap((name) => artifacts.get(name) ?? []).map((artifact) => scopeOf(artifact)),
      );
      const declaration = declarationOf(path, mirror, first);
      const own = declaration && artifacts.get(declaration.artifact);
      if (declaration && !own) found.declarations.push(declaration);
      if (first === undefined) continue;
      if (own) found.compositions.push({ outer: first, inner: scopeOf(own) });
      found.compositions.push(...others.map((outer) => ({ outer, inner: first })));
    }
  }
  found.artifacts.push(...[...artifacts.values()].slice(known));
  return found;
}

/** Returns the uses of the images that commands copy. The copy is among the published images. */
export function copiedImages(
  { files, repository }: LinkInput<DockerFacts>,
  published: readonly ProducedArtifact[],
): Omit<Mirrors, "artifacts"> {
  const artifacts = new Map(published.map((artifact) => [artifact.name, artifact]));
  const found: Omit<Mirrors, "artifacts"> = { declarations: [], compositions: [] };
  const seen = new Set<string>();
  for (const { path, facts } of files) {
    for (const { line, text, source } of facts.make
      ? imagesPushedByMake(path, files, repository)
      : facts.builds) {
      const key = JSON.stringify([path, line, source]);
      if (seen.has(key)) continue;
      const copy = artifacts.get(nameOf(bindRepository(text, repository.fullPath)) ?? "");
      if (!copy || source === undefined) continue;
      const mirror = {
        line,
        source: bindRepository(source, repository.fullPath),
        semver: null,
        target: null,
      };
      const declaration = declarationOf(path, mirror, scopeOf(copy), "docker.copy");
      if (!declaration || declaration.lookups.length === 0) continue;
      seen.add(key);
      const own = artifacts.get(declaration.artifact);
      if (own) found.compositions.push({ outer: scopeOf(copy), inner: scopeOf(own) });
      else found.declarations.push(declaration);
    }
  }
  return found;
}

/** Returns undefined for a name with an unknown variable, and for a registry of tests. */
function nameOf(text: string): string | undefined {
  const name = parseImageReference(splitImageReference(text).repository)?.name;
  return name === undefined || isLocalImage(name) ? undefined : name;
}

const targetsOf = ({ source, target }: MirroredImage, runs: readonly SyncRun[]): string[] =>
  target === null ? runs.map((run) => syncTarget(source, run)) : [target];

/** Returns the lists that a command names: a path, a pattern, or a file that is generated from the list of the same name. */
function listsOf(written: string, lists: ReadonlySet<string>, tree: ReadonlySet<string>): string[] {
  const path = posix
    .normalize(written)
    .replace(/^\$\{?(?:PWD|GITHUB_WORKSPACE|CI_PROJECT_DIR)\}?\//, "")
    .replace(/^\/+/, "");
  if (/[$<]/.test(path)) return [];
  if (path.includes("*")) {
    const pattern = new RegExp(`(?:^|/)${path.split("*").slice(0, MAX_STARS).map(escape).join("[^/]*")}$`);
    return [...lists].filter((list) => pattern.test(list));
  }
  const matches = (name: string): string[] => {
    if (lists.has(name)) return [name];
    const below = [...lists].filter((list) => list.endsWith(`/${name}`));
    return below.length === 1 ? below : [];
  };
  const own = matches(path);
  return own.length > 0 || tree.has(path) ? own : matches(path.replace(/\.[^./]+$/, ""));
}

const MAX_STARS = 5;
const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A mirror is no other image than the original, so it announces nothing but its name. */
const mirroredArtifact = (name: string, sourceFile: string, sourceLine: number): ProducedArtifact => ({
  ...containerImage(name, sourceFile, MIRROR_RULE),
  sourceLine,
  announces: [artifactName("container_image", name)],
});

/** The ranges of skopeo are those of Helm. */
function declarationOf(
  sourceFile: string,
  { line, source, semver }: MirroredImage,
  scope: string | undefined,
  rule: string = MIRROR_RULE,
): Declaration | undefined {
  const declaration = imageDeclaration({ ecosystem: "docker", sourceFile, sourceLine: line, rule }, source);
  if (!declaration) return undefined;
  const range = semver === null ? {} : { versionConstraint: semver, versioning: "helm" as const };
  const rawReference = semver === null ? source : `${source} ${semver}`;
  return {
    ...declaration,
    ...range,
    rawReference,
    role: "runtime",
    ...(scope === undefined ? {} : { scope }),
  };
}
