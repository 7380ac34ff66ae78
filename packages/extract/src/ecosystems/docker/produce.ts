import type { LinkInput, ProducedArtifact, RepositoryIdentity } from "../../ecosystem.ts";
import {
  conventionalNames,
  imageNames,
  parseImageReference,
  pushedNames,
  splitImageReference,
} from "../../image-reference.ts";
import { artifactName } from "../../name.ts";
import { bindRepository } from "./expand-variables.ts";
import { COMPOSE_BUILD, NAMED_IMAGE, type DockerFacts, type ImageBuild } from "./facts.ts";
import { imagesPushedByMake } from "./makefile.ts";
import { namedImage } from "./named-image.ts";

/** Returns the images that a repository publishes, each with the first place that names it. Compose files come last. */
export function producedImages({ repository, files }: LinkInput<DockerFacts>): ProducedArtifact[] {
  const isComposePushed = files.some(({ facts }) => facts.pushesCompose);
  const images = new Map<string, ProducedArtifact>();
  const dockerfile = outermost(
    files.filter(({ facts }) => facts.kind === "dockerfile").map(({ path }) => path),
  );
  const assumed = dockerfile === undefined ? undefined : assumedImage(dockerfile, repository);
  for (const { path, facts } of files.toSorted(
    (a, b) => Number(isCompose(a.facts)) - Number(isCompose(b.facts)),
  )) {
    for (const build of facts.make ? imagesPushedByMake(path, files, repository) : facts.builds) {
      const image =
        build.rule === NAMED_IMAGE
          ? assumed && namedImage(path, build, repository)
          : findBuiltImage(path, build, repository, isComposePushed);
      if (image && image.name !== assumed?.name && !images.has(image.name)) images.set(image.name, image);
    }
  }
  return [...images.values(), ...(assumed ? [assumed] : [])];
}

const isCompose = ({ kind }: DockerFacts): boolean => kind === "compose" || kind === "skaffold";

/** Skips names in Docker Hub's official namespace: a bare name is a local image. */
function findBuiltImage(
  path: string,
  build: ImageBuild,
  repository: RepositoryIdentity,
  isComposePushed: boolean,
): ProducedArtifact | undefined {
  const { repository: written, tag } = splitImageReference(bindRepository(build.text, repository.fullPath));
  const name = parseImageReference(written)?.name;
  if (name === undefined || isLocalImage(name)) return undefined;
  const isAssumed = build.rule === COMPOSE_BUILD && !isComposePushed;
  const isVersion = tag !== null && tag !== "latest" && /^\w[\w.-]*$/.test(tag);
  return {
    ...containerImage(name, path, build.rule),
    version: isVersion ? tag : null,
    sourceLine: build.line,
    announces:
      isAssumed || build.source !== undefined ? [artifactName("container_image", name)] : pushedNames(name),
    ...(isAssumed ? { assumed: true as const } : {}),
  };
}

/** Whether nothing publishes an image: a bare name, or one in a registry of tests. */
export const isLocalImage = (name: string): boolean =>
  name.startsWith("docker.io/library/") || LOCAL_REGISTRY.test(name);

/** Registries of tests: of one machine, or with images that expire. */
const LOCAL_REGISTRY =
  /^(?:localhost|[\w-]+|[\w.-]*\.(?:local|localhost|localdomain|invalid|test)|(?:[\w-]+\.)?example\.(?:com|org|net)|ttl\.sh|\d+(?:\.\d+){3})(?::\d+)?\//;

/**
 * A repository with a Dockerfile is assumed to publish an image under its own path, on any registry. With a Dockerfile at
 * the root, it is a candidate for an image of its name in a namespace of its organization.
 */
function assumedImage(dockerfile: string, { fullPath }: RepositoryIdentity): ProducedArtifact {
  const name = fullPath.toLowerCase();
  const segment = name.slice(name.lastIndexOf("/") + 1);
  return {
    ...containerImage(name, dockerfile, "docker.registry_path"),
    announces: [...conventionalNames(name), ...(dockerfile.includes("/") ? [] : imageNames(segment))],
    assumed: true,
  };
}

/** An image that announces nothing and has no version and line yet. */
export const containerImage = (name: string, sourceFile: string, rule: string): ProducedArtifact => ({
  ecosystem: "docker",
  artifactType: "container_image",
  name,
  version: null,
  registryUrl: null,
  sourceFile,
  sourceLine: null,
  announces: [],
  evidence: { class: "manifest", rule },
});

/** Returns the first path with the fewest folders. */
function outermost(paths: readonly string[]): string | undefined {
  return paths.toSorted((a, b) => a.split("/").length - b.split("/").length)[0];
}
