import type { Role } from "@knockon/contract/vocabulary/role";
import { posix } from "node:path";
import type { Composition, LinkInput, ProducedArtifact } from "../../ecosystem.ts";
import { roleOfContainerFile, roleOfName } from "../../file-purpose.ts";
import { parseImageReference, splitImageReference } from "../../image-reference.ts";
import { scopeOf, unitScope } from "../../scope.ts";
import { bindRepository } from "./expand-variables.ts";
import type { DockerFacts, DockerfileUse, FileKind, ImageUse } from "./facts.ts";
import { dockerfilesBuiltByMake } from "./makefile.ts";
import type { ArtifactInterface } from "../../interface.ts";
import { isTestInput } from "../../repository-path.ts";
import { CopiedFolders } from "./copied-folders.ts";
import { imageInterface } from "./interface.ts";
import { imageRoles } from "./stages.ts";

/** Returns the role of each image that a file uses, or undefined for the default. */
type RoleOf = (use: ImageUse) => Role | undefined;

/** The kinds of files whose builds are published wherever the file is. */
const PIPELINES: ReadonlySet<FileKind> = new Set<FileKind>([
  "workflow",
  "makefile",
  "script",
  "pipeline",
  "goreleaser",
]);

export interface Builds {
  /** The Dockerfiles that published images are built from. */
  compositions: Composition[];
  /** The interfaces of images that are built from one stage of one Dockerfile. */
  interfaces: ArtifactInterface[];
  rolesOf(path: string, facts: DockerFacts): RoleOf;
}

/** Finds which images are built from which Dockerfiles and stages. */
export function buildsOf(
  { files, repository, tree }: LinkInput<DockerFacts>,
  artifacts: readonly ProducedArtifact[],
): Builds {
  let paths: ReadonlySet<string> | undefined;
  const isInTree = (path: string): boolean => (paths ??= new Set(tree.map((entry) => entry.path))).has(path);
  const compositions: Composition[] = [];
  const targets = new Targets();
  const published = new Set<string>();
  const builtFrom = new BuiltStages();
  const listed = repository.withSourceInterfaces === true ? tree : undefined;
  const images = new Map(artifacts.map((artifact) => [artifact.name, artifact]));
  for (const { path, facts } of files) {
    const uses = facts.make ? dockerfilesBuiltByMake(path, files, repository) : facts.dockerfiles;
    const isProductive = PIPELINES.has(facts.kind) || roleOfContainerFile(path) === undefined;
    for (const use of uses) {
      const dockerfile = findDockerfile(use, repository.fullPath, isInTree);
      if (isProductive && use.target !== null)
        targets.add(dockerfile, use.target, PIPELINES.has(facts.kind) && isLocalBuild(use));
      if (dockerfile === undefined) continue;
      for (const name of use.images) {
        const bound = bindRepository(name, repository.fullPath).toLowerCase();
        const image = images.get(imageName(name, repository.fullPath) ?? "") ?? images.get(bound);
        if (!image) continue;
        builtFrom.add(image.name, dockerfile, use.target);
        compositions.push({ outer: scopeOf(image), inner: unitScope("docker", dockerfile) });
        if (!image.assumed) published.add(dockerfile);
      }
    }
  }
  return {
    compositions,
    interfaces: artifacts.flatMap((artifact) => builtFrom.interfaceOf(artifact, files, listed) ?? []),
    rolesOf(path, facts) {
      const ofFile = roleOfContainerFile(path, published.has(path));
      if (ofFile !== undefined || facts.kind !== "dockerfile") return () => ofFile;
      const { stages, shipped } = imageRoles(facts.stages, targets.of(path));
      return ({ rule, stage, line }) => {
        const role = stage === undefined ? "build" : stages[stage];
        if (rule === "docker.copy_from" && shipped.has(line)) return "runtime";
        return rule === "docker.run_mount" && role === "runtime" ? "build" : role;
      };
    },
  };
}

function findDockerfile(
  { paths }: DockerfileUse,
  fullPath: string,
  isInTree: (path: string) => boolean,
): string | undefined {
  return paths.map((path) => posix.normalize(bindRepository(path, fullPath))).find(isInTree);
}

const imageName = (text: string, fullPath: string): string | undefined =>
  parseImageReference(splitImageReference(bindRepository(text, fullPath)).repository)?.name;

/** The stages that images are built from. */
class BuiltStages {
  readonly #byImage = new Map<string, Map<string, { dockerfile: string; target: string | null }>>();

  add(image: string, dockerfile: string, target: string | null): void {
    const known =
      this.#byImage.get(image) ?? new Map<string, { dockerfile: string; target: string | null }>();
    this.#byImage.set(image, known.set(`${dockerfile}\0${target}`, { dockerfile, target }));
  }

  /** An image without a known build is built from the only Dockerfile. */
  interfaceOf(
    artifact: ProducedArtifact,
    files: LinkInput<DockerFacts>["files"],
    tree: LinkInput<DockerFacts>["tree"] | undefined,
  ): ArtifactInterface | undefined {
    const built = [...(this.#byImage.get(artifact.name)?.values() ?? [])];
    const dockerfiles = files.filter(({ facts, path }) => facts.kind === "dockerfile" && !isTestInput(path));
    const [only, second] =
      built.length > 0 ? built : dockerfiles.map(({ path }) => ({ dockerfile: path, target: null }));
    const file = dockerfiles.find(({ path }) => path === only?.dockerfile);
    if (!only || second || !file) return undefined;
    const folders = tree && new CopiedFolders(tree, file.path);
    return imageInterface(artifact, file.path, file.facts.stages, { target: only.target, folders });
  }
}

/** Whether all names of an image are for the machine that builds it: without an owner, or named after tests or development. */
const isLocalBuild = ({ images }: DockerfileUse): boolean =>
  images.length > 0 && images.every((name) => WITHOUT_OWNER.test(name) || roleOfName(name) !== undefined);

/** The tag may be a command with any text. */
const WITHOUT_OWNER = /^[\w.-]+(?::(?!\d+\/)|$)/;

interface Target {
  name: string;
  isLocal: boolean;
}

/**
 * The stages that builds name. Those of an unknown Dockerfile apply to all. Stages that are only built for the machine itself
 * do not count next to others.
 */
class Targets {
  readonly #byFile = new Map<string | undefined, Target[]>();

  add(dockerfile: string | undefined, target: string, isLocal: boolean): void {
    const known = this.#byFile.get(dockerfile) ?? [];
    this.#byFile.set(dockerfile, [...known, { name: target.toLowerCase(), isLocal }]);
  }

  of(dockerfile: string): ReadonlySet<string> {
    const all = [...(this.#byFile.get(dockerfile) ?? []), ...(this.#byFile.get(undefined) ?? [])];
    const published = all.filter(({ isLocal }) => !isLocal);
    return new Set((published.length > 0 ? published : all).map(({ name }) => name));
  }
}
