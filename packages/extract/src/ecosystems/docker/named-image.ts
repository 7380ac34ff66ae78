import { posix } from "node:path";
import { at, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import { imageNames } from "../../image-reference.ts";
import type { ProducedArtifact, RepositoryIdentity } from "../../ecosystem.ts";
import { NAMED_IMAGE, type DockerfileUse, type ImageBuild } from "./facts.ts";

/** An action or reusable workflow that builds images, by its name: `build-image`, `docker-build-push`, `build-base-image.yml`. */
const BUILDING = /build|publish|push/i;
const OF_IMAGES = /image|docker|container|ghcr|manifest/i;
const OTHER = /test|scan|lint|check|verif|sign|clean|delete|prepare|promote|description/i;
const NAME_INPUTS = ["image-name", "image_name", "imageName", "image"];
const BARE_NAME = /^[a-z\d][a-z\d._-]*$/;

/**
 * Returns the images that a step or job builds with an action or workflow that only gets their names: `image-name: base`. The
 * registry and namespace are known to that action alone.
 */
export function namedImages(
  caller: DataNode,
  bind: (text: string) => string,
): { builds: ImageBuild[]; dockerfiles: DockerfileUse[] } {
  const inputs = at(caller, "with");
  if (!buildsImages(textOf(at(caller, "uses")) ?? "")) return { builds: [], dockerfiles: [] };
  const input = (name: string): string => bind(textOf(at(inputs, name))?.trim() ?? "");
  const builds = NAME_INPUTS.flatMap((name): ImageBuild[] => {
    const scalar = scalarAt(inputs, name);
    const text = bind(scalar?.text.trim() ?? "");
    return scalar && BARE_NAME.test(text) ? [{ line: scalar.line, text, rule: NAMED_IMAGE }] : [];
  }).slice(0, 1);
  const context = input("context");
  const file = input("file") || input("dockerfile");
  if (context === "" && file === "") return { builds, dockerfiles: [] };
  const paths = [file, posix.join(context, file === "" ? "Dockerfile" : file)].filter((path) => path !== "");
  return {
    builds,
    dockerfiles: builds.map(({ text }) => ({ images: [`${OWNER}/${text}`], paths, target: null })),
  };
}

const OWNER = "${{github.repository_owner}}";

function buildsImages(callee: string): boolean {
  const path = callee.split("@", 1)[0] ?? "";
  const name = posix.basename(path).replace(/\.ya?ml$/, "");
  const isOwnTool = /^(?:docker|actions)\//.test(path);
  return !isOwnTool && BUILDING.test(name) && OF_IMAGES.test(name) && !OTHER.test(name);
}

/** Returns a candidate for an image of this name in a namespace of the organization. */
export function namedImage(
  path: string,
  { text, line }: ImageBuild,
  { fullPath }: RepositoryIdentity,
): ProducedArtifact {
  return {
    ecosystem: "docker",
    artifactType: "container_image",
    name: `${fullPath.split("/", 1)[0] ?? ""}/${text}`.toLowerCase(),
    version: null,
    registryUrl: null,
    sourceFile: path,
    sourceLine: line,
    announces: imageNames(text),
    evidence: { class: "manifest", rule: NAMED_IMAGE },
  };
}
