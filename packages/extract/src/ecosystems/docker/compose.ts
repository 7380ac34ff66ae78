import { posix } from "node:path";
import {
  at,
  entriesOf,
  itemsOf,
  scalarAt,
  textOf,
  type DataNode,
  type MapEntry,
  type ScalarNode,
} from "../../document/node.ts";
import type { Facts } from "../../ecosystem.ts";
import { parseImageReference, splitImageReference } from "../../image-reference.ts";
import type { SourceFile } from "../../source-file.ts";
import { expandVariables, type Expanded } from "./expand-variables.ts";
import {
  COMPOSE_BUILD,
  COMPOSE_IMAGE,
  emptyFacts,
  type DockerFacts,
  type DockerfileUse,
  type ImageBuild,
  type ImageUse,
} from "./facts.ts";

/** Reads a compose file. A service with `build` builds its `image`, others use it. Variables are bound by `bindCompose`. */
export function readCompose(file: SourceFile): DockerFacts {
  const nodes = file
    .yaml()
    .flatMap(servicesOf)
    .map((service) => service.value);
  const [built, used] = [nodes.filter(isBuilt), nodes.filter((node) => !isBuilt(node))];
  const contexts = built.flatMap((node) => contextImages(at(node, "build", "additional_contexts")));
  return {
    ...emptyFacts("compose"),
    builds: built.flatMap(imageOf).map(asBuild),
    dockerfiles: built.map((node) => dockerfileOf(file.path, node)),
    uses: [...used.flatMap(imageOf).map((image) => asUse(image, COMPOSE_IMAGE)), ...contexts],
  };
}

const isBuilt = (service: DataNode): boolean => at(service, "build") !== undefined;

/** In version 1 of the format, services are at the top level. */
const servicesOf = (document: DataNode): MapEntry[] =>
  at(document, "services") || at(document, "version")
    ? entriesOf(at(document, "services"))
    : entriesOf(document).filter(({ value }) => at(value, "image") || at(value, "build"));

function imageOf(service: DataNode): ScalarNode[] {
  const image = scalarAt(service, "image");
  return image && image.text !== "" ? [image] : [];
}

const asBuild = ({ line, text }: ScalarNode): ImageBuild => ({ line, text, rule: COMPOSE_BUILD });

/** `build: ./api`, or a map with `context`, `dockerfile` and `target`. */
function dockerfileOf(path: string, service: DataNode): DockerfileUse {
  const build = at(service, "build");
  const context = textOf(build) ?? textOf(at(build, "context")) ?? ".";
  const dockerfile = textOf(at(build, "dockerfile")) ?? "Dockerfile";
  return {
    images: imageOf(service).map(({ text }) => text),
    paths: [posix.join(posix.dirname(path), context, dockerfile)],
    target: textOf(at(build, "target")) ?? null,
  };
}

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

const ASSIGNMENT = /^\s*(?:export\s+)?(?<name>[A-Za-z_]\w*)\s*[=:](?<value>.*)$/;
/** Quoted values with several lines or escapes are not parsed. */
const QUOTED = /^\s*(?:'(?<single>[^']*)'|"(?<double>[^"\\]*)")/;
/** A `#` inside a word starts no comment. */
const COMMENT = /\s#.*$/;
/** Bounds the size of values that double with every line. */
const MAX_VARIABLES = 1_000;

/** Reads an `.env` file like compose: the last value of a name wins, and values may use names defined above. */
export function readEnvironment(text: string): DockerFacts {
  const environment = new Map<string, Expanded>();
  for (const line of text.split(/\r?\n/)) {
    const { name, value = "" } = ASSIGNMENT.exec(line)?.groups ?? {};
    if (name === undefined || environment.size === MAX_VARIABLES) continue;
    const { single, double } = QUOTED.exec(value)?.groups ?? {};
    const bound =
      single === undefined
        ? expandVariables(double ?? value.replace(COMMENT, "").trim(), (used) => environment.get(used))
        : { text: single, unbound: null };
    environment.set(name, bound);
  }
  return { ...emptyFacts("environment"), environment: Object.fromEntries(environment) };
}

type Environment = ReadonlyMap<string, Expanded>;
const NOTHING: Environment = new Map();

/** Interpolates variables in compose files with values from the `.env` in the same folder, or their defaults. */
export function bindCompose(files: readonly Facts<DockerFacts>[]): Facts<DockerFacts>[] {
  const environments = new Map(
    files.flatMap(({ path, facts }) =>
      facts.environment ? [[posix.dirname(path), new Map(Object.entries(facts.environment))]] : [],
    ),
  );
  return files.map(({ path, facts }) =>
    facts.kind === "compose"
      ? { path, facts: bindFacts(facts, environments.get(posix.dirname(path)) ?? NOTHING) }
      : { path, facts },
  );
}

/** Also drops uses of images that another service builds. */
function bindFacts(facts: DockerFacts, environment: Environment): DockerFacts {
  const builds = facts.builds.map((build) => ({ ...build, text: interpolate(build.text, environment).text }));
  const dockerfiles = facts.dockerfiles.map((use) => ({
    images: use.images.map((image) => interpolate(image, environment).text),
    paths: use.paths.map((each) => expandVariables(each, (name) => environment.get(name)).text),
    target: use.target,
  }));
  const builtNames = new Set(builds.map(({ text }) => nameOf(text)));
  const uses = facts.uses
    .map((use) => ({ ...use, ...interpolate(use.text, environment) }))
    .filter(({ rule, text }) => rule !== COMPOSE_IMAGE || !builtNames.has(nameOf(text)));
  return { ...facts, builds, uses, dockerfiles };
}

/** Ignores environments whose values do not result in an image reference: they are incomplete. */
function interpolate(text: string, environment: Environment): Expanded {
  const expanded = expandVariables(text, (name) => environment.get(name));
  if (expanded.unbound !== null || parseImageReference(expanded.text)) return expanded;
  return expandVariables(text, () => undefined);
}

/** Returns the canonical name without tag. */
const nameOf = (text: string): string =>
  parseImageReference(splitImageReference(text).repository)?.name ?? text;
