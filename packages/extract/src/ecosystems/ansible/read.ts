import {
  at,
  entriesOf,
  itemsOf,
  scalarAt,
  textOf,
  type DataNode,
  type ScalarNode,
} from "../../document/node.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";
import { mayUseContent, readContentUses, readRedirects, type ContentUse } from "./interface.ts";
import { readCiValues, readPlatforms, type CiValue, type PlatformImage } from "./molecule.ts";
import { readVariables, type VariableFacts } from "./role-variables.ts";

/** A line that requires a role or a collection. */
export interface Use {
  rule:
    | "ansible.collection"
    | "ansible.role"
    | "ansible.collection_dependency"
    | "ansible.role_dependency"
    | "ansible.play_role";
  /** A Galaxy name or a repository URL. */
  source: string;
  line: number;
  version: string | null;
  /** The stated source type: `git`, `url`, `file`, …; null if not stated. */
  type: string | null;
  /** The folder that a role is installed in, if it is stated. */
  installedAs?: string;
}

/** The image of a container that a task starts. */
export interface TaskImage {
  text: string;
  line: number;
}

/** The collection or role that the file is the manifest of. */
export type Product =
  | { type: "collection"; line: number; name: string; version: string | null }
  | { type: "role"; line: number; namespace: string | null; roleName: string | null };

export type FileKind =
  | "requirements"
  | "galaxy"
  | "role"
  | "tasks"
  | "runtime"
  | "content"
  | "play"
  | "scenario"
  | "ci";

export interface AnsibleFacts extends VariableFacts {
  platforms: PlatformImage[];
  ciValues: CiValue[];
  uses: Use[];
  images: TaskImage[];
  product: Product | null;
  /** The modules and roles of collections that the file uses. */
  content: ContentUse[];
  /** The modules that a `meta/runtime.yml` redirects. */
  redirects: { name: string; line: number }[];
}

/** Reads the facts of one file. Throws SyntaxProblem. */
export function readAnsibleFile(
  file: SourceFile,
  kind: FileKind | undefined,
  withInterfaces = false,
): AnsibleFacts {
  const variables = readVariables(file, withInterfaces);
  const nothing = {
    uses: [],
    product: null,
    images: [],
    content: [],
    redirects: [],
    platforms: [],
    ciValues: [],
  };
  const rest = { ...nothing, ...variables };
  if (kind === undefined) return rest;
  if (kind === "scenario") return { ...rest, platforms: readPlatforms(file) };
  if (kind === "ci") return { ...rest, ciValues: readCiValues(file) };
  if (kind === "runtime") return { ...rest, redirects: readRedirects(file) };
  const content = mayUseContent(file) ? readContentUses(file) : [];
  if (kind === "content") return { ...rest, content };
  const [document] = file.yaml();
  if (kind === "play") return { ...rest, content, uses: readPlays(document) };
  if (kind === "tasks") return { ...rest, content, images: taskImages(document) };
  return { ...rest, content, ...readManifest(kind, document) };
}

type ManifestFacts = Pick<AnsibleFacts, "uses" | "product">;

function readManifest(kind: FileKind, document: DataNode | undefined): ManifestFacts {
  if (kind === "galaxy") return readGalaxy(document);
  return kind === "role" ? readRole(document) : { uses: readRequirements(document), product: null };
}

/** In the old format, the whole file is a list of roles. */
function readRequirements(document: DataNode | undefined): Use[] {
  if (document?.kind === "list") return itemsOf(document).flatMap((item) => roleUse("ansible.role", item));
  const collections = listAt(document, "collections").flatMap(collectionUse);
  const roles = listAt(document, "roles").flatMap((item) => roleUse("ansible.role", item));
  return [...collections, ...roles];
}

/** Plays name roles that `ansible-galaxy install` installs by the same names, even if no file requires them. */
const readPlays = (document: DataNode | undefined): Use[] =>
  itemsOf(document).flatMap((play) =>
    itemsOf(at(play, "roles")).flatMap((item) => {
      const role = item.kind === "scalar" ? item : (scalarAt(item, "role") ?? scalarAt(item, "name"));
      return useOf("ansible.play_role", role, null, null);
    }),
  );

const NAME = /^[a-z_]\w*$/i;

function readGalaxy(document: DataNode | undefined): ManifestFacts {
  const [namespace, name] = [scalarAt(document, "namespace"), scalarAt(document, "name")];
  if (!namespace || !name || !NAME.test(namespace.text) || !NAME.test(name.text))
    return { uses: [], product: null };
  const version = textOf(at(document, "version")) ?? "";
  const uses = entriesOf(at(document, "dependencies")).map((entry): Use => {
    const { key: source, line } = entry;
    return {
      rule: "ansible.collection_dependency",
      source,
      line,
      version: textOf(entry.value) || null,
      type: null,
    };
  });
  return {
    uses,
    product: {
      type: "collection",
      line: name.line,
      name: `${namespace.text}.${name.text}`,
      version: /^\d/.test(version) ? version : null,
    },
  };
}

function readRole(document: DataNode | undefined): ManifestFacts {
  const info = entriesOf(document).find((entry) => entry.key === "galaxy_info");
  const nameAt = (key: string) => {
    const text = textOf(at(info?.value, key)) ?? "";
    return /^[\w-]+$/.test(text) ? text : null;
  };
  return {
    uses: listAt(document, "dependencies").flatMap((item) => roleUse("ansible.role_dependency", item)),
    product: info
      ? { type: "role", line: info.line, namespace: nameAt("namespace"), roleName: nameAt("role_name") }
      : null,
  };
}

function listAt(document: DataNode | undefined, key: string): DataNode[] {
  const node = at(document, key);
  if (node && node.kind !== "list" && textOf(node) !== "")
    throw new SyntaxProblem(`"${key}" must be a list.`, node.line);
  return itemsOf(node);
}

/** `git+URL,ref`, `namespace.name:version`, or a map. */
function collectionUse(item: DataNode): Use[] {
  const rule = "ansible.collection";
  if (item.kind === "scalar") {
    const separator = item.text.includes("://") || item.text.includes("@") ? "," : ":";
    const [source, version] = splitAtFirst(item.text, separator);
    return useOf(rule, { ...item, text: source }, version, null);
  }
  const type = textOf(at(requireMap(item), "type")) || null;
  const [name, source] = [scalarAt(item, "name"), scalarAt(item, "source")];
  // With `type: git`, `name` may be the collection's name and `source` its repository.
  const isSourceUrl = type === "git" && source !== undefined && !(name && isUrl(name.text));
  const named = isSourceUrl ? source : (name ?? source);
  if (!named || !isUrl(named.text)) return useOf(rule, named, versionOf(item), type);
  // A version in the URL takes precedence over the map's `version`.
  const [url, ref] = splitAtFirst(named.text, ",");
  return useOf(rule, { ...named, text: url }, ref ?? versionOf(item), type);
}

const isUrl = (text: string): boolean => /:\/\/|^[\w.~+-]+@[^\s/:]+:/.test(text);

/** `source,version,name`, or a map. */
function roleUse(rule: Use["rule"], item: DataNode): Use[] {
  if (item.kind === "scalar") {
    const [source, rest] = splitAtFirst(item.text, ",");
    const [version, name] = splitAtFirst(rest ?? "", ",");
    return installed(useOf(rule, { ...item, text: source }, version, null), name);
  }
  const source = scalarAt(requireMap(item), "src") ?? scalarAt(item, "role") ?? scalarAt(item, "name");
  const name = textOf(at(item, "name"));
  return installed(useOf(rule, source, versionOf(item), textOf(at(item, "scm")) || null), name);
}

const installed = (uses: Use[], name: string | null | undefined): Use[] =>
  uses.map((use) => (name && name !== use.source ? { ...use, installedAs: name } : use));

function requireMap(item: DataNode): DataNode {
  if (item.kind === "list") throw new SyntaxProblem("An entry must be a name or a map.", item.line);
  return item;
}

function versionOf(item: DataNode): string | null {
  const version = at(item, "version");
  if (version && version.kind !== "scalar")
    throw new SyntaxProblem("The version must be a string.", version.line);
  return version?.text || null;
}

function useOf(
  rule: Use["rule"],
  source: ScalarNode | undefined,
  version: string | null,
  type: string | null,
): Use[] {
  const text = source?.text.trim() ?? "";
  return source && text !== ""
    ? [{ rule, source: text, line: source.line, version: version || null, type }]
    : [];
}

function splitAtFirst(text: string, separator: string): [string, string | null] {
  const index = text.indexOf(separator);
  return index === -1 ? [text.trim(), null] : [text.slice(0, index).trim(), text.slice(index + 1).trim()];
}

/** Matches with or without the collection: `community.docker.docker_container`. */
const CONTAINER_MODULE = /(?:^|\.)(?:docker_container|docker_swarm_service|docker_service|podman_container)$/;

/** Searches at any depth, because blocks nest tasks. */
function taskImages(node: DataNode | undefined): TaskImage[] {
  const nested = [...itemsOf(node), ...entriesOf(node).map(({ value }) => value)].flatMap(taskImages);
  const own = entriesOf(node)
    .filter(({ key }) => CONTAINER_MODULE.test(key))
    .flatMap(({ value }) => {
      const image = scalarAt(value, "image");
      return image && image.text !== "" ? [{ text: image.text.trim(), line: image.line }] : [];
    });
  return [...own, ...nested];
}
