import { posix } from "node:path";
import { at, entriesOf, itemsOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import { splitImageReference } from "../../image-reference.ts";
import type { SourceFile } from "../../source-file.ts";
import { emptyFacts, type DockerFacts, type DockerfileUse, type ImageBuild } from "./facts.ts";

const FILE = /(?:^|\/)\.?goreleaser[^/]*\.ya?ml$/;
/** Other files may be templates that other repositories include. */
const DEFAULT_FILE = /(?:^|\/)\.?goreleaser\.ya?ml$/;
const RULE = "docker.goreleaser";

export const isGoReleaser = (path: string): boolean => FILE.test(path);

/** Reads the images that GoReleaser pushes: `dockers`, `docker_manifests`, `dockers_v2` and `kos`. */
export function readGoReleaser(file: SourceFile): DockerFacts {
  const facts = emptyFacts("goreleaser");
  for (const root of file.yaml()) {
    const bind = bindingOf(root, DEFAULT_FILE.test(file.path));
    for (const section of ["dockers", "docker_manifests", "dockers_v2"]) {
      for (const item of itemsOf(at(root, section))) {
        if (textOf(at(item, "skip_push")) === "true") continue;
        const builds = imagesOf(item, section).flatMap((image) => buildOf(image, bind));
        facts.builds.push(...builds);
        if (section !== "docker_manifests") facts.dockerfiles.push(dockerfileOf(item, file.path, builds));
      }
    }
    facts.builds.push(...itemsOf(at(root, "kos")).flatMap((item) => builtByKo(root, item, bind)));
  }
  return facts;
}

type Bind = (text: string) => string;

/** Interpolates the name of the project, `env` and `variables`. Other templates stay. */
function bindingOf(root: DataNode, isOwn: boolean): Bind {
  const values = new Map<string, string>();
  for (const item of itemsOf(at(root, "env"))) {
    const { name, value = "" } = /^(?<name>\w+)=(?<value>.*)$/.exec(textOf(item) ?? "")?.groups ?? {};
    if (name !== undefined) values.set(`Env.${name}`, value);
  }
  for (const { key, value } of entriesOf(at(root, "variables"))) {
    const text = textOf(value);
    if (text !== undefined && text !== "") values.set(`Var.${key}`, text);
  }
  const project = textOf(at(root, "project_name"))?.trim() || textOf(at(root, "release", "github", "name"));
  // An expression of workflows, bound to the repository's name when linked.
  if (project || isOwn) values.set("ProjectName", project || "${{github.event.repository.name}}");
  return (text) =>
    text.replace(
      /\{\{-?\s*\.(?<name>[\w.]+)\s*-?\}\}/g,
      (written, name: string) => values.get(name) ?? written,
    );
}

interface Text {
  text: string;
  line: number;
}

function imagesOf(item: DataNode, section: string): Text[] {
  if (section === "docker_manifests") return scalars(at(item, "name_template"));
  return itemsOf(at(item, section === "dockers" ? "image_templates" : "images")).flatMap(scalars);
}

const scalars = (node: DataNode | undefined): Text[] => (node?.kind === "scalar" ? [node] : []);

/** A template in the tag does not matter; one in the name does. */
function buildOf({ text, line }: Text, bind: Bind): ImageBuild[] {
  const bound = bind(text.trim());
  const masked = bound.replace(/(?<!\$)\{\{[^{}]*\}\}/g, (template) => "_".repeat(template.length));
  const { repository } = splitImageReference(masked);
  const name = bound.slice(0, repository.length);
  return /(?<!\$)\{\{/.test(name) ? [] : [{ line, text: name, rule: RULE }];
}

function dockerfileOf(item: DataNode, path: string, builds: readonly ImageBuild[]): DockerfileUse {
  const written = textOf(at(item, "dockerfile"))?.trim() || "Dockerfile";
  return {
    images: builds.map(({ text }) => text),
    paths: [written, posix.join(posix.dirname(path), written)].map((each) => posix.normalize(each)),
    target: null,
  };
}

/** Without `bare` or `base_import_paths`, the name contains a hash or the import path. */
function builtByKo(root: DataNode, item: DataNode, bind: Bind): ImageBuild[] {
  const repositories = [
    ...itemsOf(at(item, "repositories")).flatMap(scalars),
    ...scalars(at(item, "repository")),
  ];
  if (textOf(at(item, "bare")) === "true") return repositories.flatMap((each) => buildOf(each, bind));
  if (textOf(at(item, "base_import_paths")) !== "true") return [];
  const id = textOf(at(item, "build"));
  const builds = itemsOf(at(root, "builds"));
  const build =
    builds.find((each) => textOf(at(each, "id")) === id) ?? (builds.length === 1 ? builds[0] : undefined);
  const main = textOf(at(item, "main")) ?? scalarAt(build, "main")?.text ?? "";
  const name = posix.basename(main);
  if (!/^[a-z\d][\w-]*$/i.test(name)) return [];
  return repositories.flatMap(({ text, line }) =>
    buildOf({ text: `${text}/${name.toLowerCase()}`, line }, bind),
  );
}
