import {
  at,
  entriesOf,
  itemsOf,
  scalarAt,
  type DataNode,
  type MapEntry,
  type ScalarNode,
} from "../../document/node.ts";
import { parseImageReference, splitImageReference } from "../../image-reference.ts";
import type { SourceFile } from "../../source-file.ts";
import { expandVariables } from "./expand-variables.ts";
import { COMPOSE_BUILD, emptyFacts, type DockerFacts, type ImageBuild, type ImageUse } from "./facts.ts";

/** A service with `build` builds its `image`; one without takes it, unless another service of the file builds it. */
export function readCompose(file: SourceFile): DockerFacts {
  const services = file.yaml().flatMap(servicesOf);
  const nodes = services.map((service) => service.value);
  const builds = nodes
    .filter((node) => at(node, "build"))
    .flatMap(imageOf)
    .map(asBuild);
  const builtNames = new Set(builds.map((build) => nameOf(build.text)));
  const taken = nodes.filter((node) => !at(node, "build")).flatMap(imageOf);
  const uses = taken.map((image) => asUse(image, "docker.compose_image"));
  const contexts = nodes.flatMap((node) => contextImages(at(node, "build", "additional_contexts")));
  return {
    ...emptyFacts("compose"),
    builds,
    uses: [...uses.filter(({ text }) => !builtNames.has(nameOf(text))), ...contexts],
  };
}

/** In the first version of the format the services were the whole file. */
const servicesOf = (document: DataNode): MapEntry[] =>
  at(document, "services") || at(document, "version")
    ? entriesOf(at(document, "services"))
    : entriesOf(document).filter(({ value }) => at(value, "image") || at(value, "build"));

function imageOf(service: DataNode): ScalarNode[] {
  const image = scalarAt(service, "image");
  return image && image.text !== "" ? [image] : [];
}

const asBuild = ({ line, text }: ScalarNode): ImageBuild => ({
  line,
  text: interpolate(text).text,
  rule: COMPOSE_BUILD,
});

const asUse = ({ line, text }: ScalarNode, rule: string): ImageUse => ({ line, ...interpolate(text), rule });

/** What the environment would bind is not in the file. */
const interpolate = (text: string) => expandVariables(text, () => undefined);

/** The same for every tag, bound or not. */
const nameOf = (text: string): string =>
  parseImageReference(splitImageReference(text).repository)?.name ?? text;

/** `base: docker-image://alpine:3` or, as a list, `base=docker-image://alpine:3`. */
function contextImages(contexts: DataNode | undefined): ImageUse[] {
  const values = [...entriesOf(contexts).map((entry) => entry.value), ...itemsOf(contexts)];
  return values.flatMap((value) => {
    const image =
      value.kind === "scalar" && /(?:^|=)docker-image:\/\/(?<name>.+)$/.exec(value.text)?.groups?.["name"];
    return image ? [asUse({ ...value, text: image }, "docker.compose_context")] : [];
  });
}
