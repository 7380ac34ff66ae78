import {
  at,
  entriesOf,
  itemsOf,
  scalarAt,
  type DataNode,
  type MapEntry,
  type ScalarNode,
} from "../../document/node.ts";
import type { SourceFile } from "../../source-file.ts";
import {
  COMPOSE_BUILD,
  COMPOSE_IMAGE,
  emptyFacts,
  type DockerFacts,
  type ImageBuild,
  type ImageUse,
} from "./facts.ts";

/** A service with `build` builds its `image`; one without takes it. The texts are as written: see `bind-compose.ts`. */
export function readCompose(file: SourceFile): DockerFacts {
  const nodes = file
    .yaml()
    .flatMap(servicesOf)
    .map((service) => service.value);
  const [built, taken] = [nodes.filter(isBuilt), nodes.filter((node) => !isBuilt(node))];
  const contexts = built.flatMap((node) => contextImages(at(node, "build", "additional_contexts")));
  return {
    ...emptyFacts("compose"),
    builds: built.flatMap(imageOf).map(asBuild),
    uses: [...taken.flatMap(imageOf).map((image) => asUse(image, COMPOSE_IMAGE)), ...contexts],
  };
}

const isBuilt = (service: DataNode): boolean => at(service, "build") !== undefined;

/** In the first version of the format the services were the whole file. */
const servicesOf = (document: DataNode): MapEntry[] =>
  at(document, "services") || at(document, "version")
    ? entriesOf(at(document, "services"))
    : entriesOf(document).filter(({ value }) => at(value, "image") || at(value, "build"));

function imageOf(service: DataNode): ScalarNode[] {
  const image = scalarAt(service, "image");
  return image && image.text !== "" ? [image] : [];
}

const asBuild = ({ line, text }: ScalarNode): ImageBuild => ({ line, text, rule: COMPOSE_BUILD });

const asUse = ({ line, text }: ScalarNode, rule: string): ImageUse => ({ line, text, unbound: null, rule });

/** `base: docker-image://alpine:3` or, as a list, `base=docker-image://alpine:3`. */
function contextImages(contexts: DataNode | undefined): ImageUse[] {
  const values = [...entriesOf(contexts).map((entry) => entry.value), ...itemsOf(contexts)];
  return values.flatMap((value) => {
    const image =
      value.kind === "scalar" && /(?:^|=)docker-image:\/\/(?<name>.+)$/.exec(value.text)?.groups?.["name"];
    return image ? [asUse({ ...value, text: image }, "docker.compose_context")] : [];
  });
}
