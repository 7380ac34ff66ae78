import { posix } from "node:path";
import { at, entriesOf } from "../../document/node.ts";
import type { ProducedArtifact, TreeEntry } from "../../ecosystem.ts";
import {
  argumentsOf,
  interfaceOf,
  member,
  type Argument,
  type ArtifactInterface,
  type Member,
} from "../../interface.ts";
import type { SourceFile } from "../../source-file.ts";

/** A module or role of a collection that a play names in full: `acme.web.site`. */
export interface ContentUse {
  kind: "module" | "role";
  /** `acme.web` */
  collection: string;
  name: string;
  line: number;
}

const FULL_NAME = String.raw`(?<collection>[a-z_]\w*\.[a-z_]\w*)\.(?<name>[a-z_]\w*(?:\.[a-z_]\w*)*)`;
/** A task's module: `- acme.web.site:` or `acme.web.site:` below its name. */
const MODULE = new RegExp(String.raw`^[ \t]*(?:-[ \t]+)?${FULL_NAME}[ \t]*:(?=[ \t]*(?:[#|>{]|\r?$))`, "gm");
/** The value of `role`, or the name of an included role. */
const ROLE = new RegExp(
  String.raw`^[ \t]*(?:-[ \t]+)?(?:role:[ \t]*|(?:ansible\.builtin\.)?(?:include|import)_role:[ \t]*\r?\n[ \t]+name:[ \t]*)["']?${FULL_NAME}["']?[ \t]*(?:#.*)?\r?$`,
  "gm",
);
/** An entry of `roles` that is only a name. */
const LISTED_ROLE = new RegExp(String.raw`^[ \t]*-[ \t]+["']?${FULL_NAME}["']?[ \t]*(?:#.*)?\r?$`, "gm");
/** Files of plays and tasks. Others can have keys with periods as well. */
const MAY_HAVE_TASKS =
  /(?:^|\/)(?:tasks|handlers|playbooks?|molecule)\/|(?:^|\/)(?:site|play[^/]*|main)\.ya?ml$/;
const HAS_PLAY = /^-[ \t]+(?:hosts|name):/m;

/** Whether a file may use content of collections. */
export const mayUseContent = ({ path, text }: { path: string; text: string }): boolean =>
  /\.ya?ml$/.test(path) &&
  (MAY_HAVE_TASKS.test(path) || HAS_PLAY.test(text)) &&
  contentUses(text).next().done !== true;

/** Finds the content that the tasks and plays of a file use. */
export function* contentUses(text: string): Generator<Omit<ContentUse, "line"> & { index: number }> {
  const hasRoles = /^[ \t]+roles:/m.test(text);
  const patterns = [
    ["module", MODULE] as const,
    ["role", ROLE] as const,
    ...(hasRoles ? [["role", LISTED_ROLE] as const] : []),
  ];
  for (const [kind, pattern] of patterns) {
    for (const { groups = {}, index, 0: match } of text.matchAll(pattern)) {
      const { collection = "", name = "" } = groups;
      if (!collection.startsWith("ansible."))
        yield { kind, collection, name, index: index + match.indexOf(`${collection}.`) };
    }
  }
}

export const readContentUses = (file: SourceFile): ContentUse[] =>
  Array.from(contentUses(file.text), ({ index, ...use }) => ({ ...use, line: file.lineAt(index) }));

/** Reads the modules that a `meta/runtime.yml` redirects: they exist by their old names. */
export const readRedirects = (file: SourceFile): { name: string; line: number }[] =>
  entriesOf(at(file.yaml()[0], "plugin_routing", "modules"))
    .filter(({ value }) => at(value, "redirect") !== undefined)
    .map(({ key, line }) => ({ name: key, line }));

/** Returns what the files of a repository use of a collection. */
export function contentArguments(
  files: readonly { path: string; facts: { content: readonly ContentUse[] } }[],
  collection: string,
): ReturnType<typeof argumentsOf> | undefined {
  const found = files.flatMap(({ path: file, facts }) =>
    facts.content.flatMap(({ kind, name, line, ...one }): Argument[] =>
      one.collection === collection ? [{ kind, name, file, line }] : [],
    ),
  );
  return found.length === 0 ? undefined : argumentsOf(found);
}

/** Modules are files, also in folders. Action plugins are used by the same names. */
const MODULE_FILE = /^plugins\/(?:modules|action)\/(?<path>.+)\.(?:py|ps1)$/;
const ROLE_FILE = /^roles\/(?<name>[^/]+)\/(?:tasks|meta)\/[^/]+$/;

/** Returns the modules and roles of a collection. */
export function collectionInterface(
  artifact: ProducedArtifact,
  tree: readonly TreeEntry[],
  redirects: readonly { path: string; facts: { redirects: readonly { name: string; line: number }[] } }[],
): ArtifactInterface {
  const folder = posix.dirname(artifact.sourceFile);
  const prefix = folder === "." ? "" : `${folder}/`;
  const members = tree.flatMap(({ path }): Member[] => {
    if (!path.startsWith(prefix)) return [];
    const below = path.slice(prefix.length);
    const module = MODULE_FILE.exec(below)?.groups?.["path"];
    const role = ROLE_FILE.exec(below)?.groups?.["name"];
    const place = { file: path, line: 1 };
    if (role !== undefined) return [member(place, "role", role)];
    return module === undefined || module.endsWith("__init__")
      ? []
      : [member(place, "module", module.replaceAll("/", "."))];
  });
  const redirected = redirects
    .filter(({ path }) => path === `${prefix}meta/runtime.yml`)
    .flatMap(({ path: file, facts }) =>
      facts.redirects.map(({ name, line }) => member({ file, line }, "module", name)),
    );
  return interfaceOf(artifact, [...members, ...redirected]);
}
