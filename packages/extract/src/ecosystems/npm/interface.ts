import { posix } from "node:path";
import { at, entriesOf, textOf, type DataNode } from "../../document/node.ts";
import type { Facts, ProducedArtifact, RepositoryIdentity } from "../../ecosystem.ts";
import { argumentsOf, interfaceOf, member, type Argument, type ArtifactInterface } from "../../interface.ts";
import { isFixture } from "../../repository-path.ts";
import type { SourceFile } from "../../source-file.ts";

/** A path that importers of a package can use: `.`, `./button`, or `./icons` for every path below. */
export interface Subpath {
  name: string;
  line: number;
  acceptsAny: boolean;
}

/** An import of a path of a package: `@acme/ui/button`. */
export interface DeepImport {
  name: string;
  path: string;
  line: number;
}

/** Returns the paths that a manifest exports. Null if they are decided when the package is built. */
export function subpathsOf(root: DataNode): Subpath[] | null {
  const publish = at(root, "publishConfig");
  if (at(publish, "directory")) return null;
  const exports = at(publish, "exports") ?? at(root, "exports");
  if (!exports) return [{ name: ".", line: 1, acceptsAny: true }];
  const named = entriesOf(exports).filter(({ key }) => key.startsWith("."));
  if (named.length === 0) return [{ name: ".", line: exports.line, acceptsAny: false }];
  return named
    .filter(({ value }) => !NULLS.has(textOf(value)))
    .map(({ key, line }) => {
      const star = key.indexOf("*");
      // "./icons/*.js" and "./icon-*" accept more than they say here: a name too many is no false alarm.
      const name = star === -1 ? key : key.slice(0, key.lastIndexOf("/", star));
      return { name: name.replace(/(?<=.)\/$/, ""), line, acceptsAny: star !== -1 || key.endsWith("/") };
    });
}

/** `null` excludes a path. */
const NULLS: ReadonlySet<string | undefined> = new Set(["", "null"]);

const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;

/** The imports of packages in the scope of a repository's organization. */
export interface OwnScope {
  mayImport(file: { path: string; text: string }): boolean;
  read(file: SourceFile): DeepImport[];
}

/** The scope is assumed to have the name of the organization. */
export function ownScope({ fullPath }: RepositoryIdentity): OwnScope {
  const scope = `@${fullPath.slice(0, fullPath.indexOf("/")).toLowerCase()}/`;
  const name = String.raw`["'](?<name>${scope.replaceAll(/[.+]/g, String.raw`\$&`)}[\w.-]+)\/(?<path>[\w./@-]+)["']`;
  // At the start of a line, because examples in comments and strings are indented or marked.
  const pattern = new RegExp(
    String.raw`^(?:import\s+(?!type\b)(?:[\w$*{},\s]+?\sfrom\s*)?|export\s+(?!type\b)[\w$*{},\s]+?\sfrom\s*|(?:const|let|var)\s+[\w$:{},\s]+=\s*require\(\s*|\}\s*from\s*)${name}`,
    "gm",
  );
  return {
    mayImport: ({ path, text }) => SOURCE.test(path) && text.includes(scope) && !isFixture(path),
    read: (file) =>
      Array.from(file.text.matchAll(pattern), ({ groups = {}, index, 0: match }) => ({
        name: groups["name"] ?? "",
        path: `./${groups["path"] ?? ""}`,
        line: file.lineAt(index + match.length - 1),
      })),
  };
}

type ImportFacts = Facts<{ imports: readonly DeepImport[] }>;

/** Returns the paths of a package that the sources next to and below a manifest import. */
export function subpathArguments(
  files: readonly ImportFacts[],
  manifest: string,
  name: string,
): ReturnType<typeof argumentsOf> | undefined {
  const folder = posix.dirname(manifest);
  const found = files.flatMap(({ path: file, facts }): Argument[] =>
    folder === "." || file.startsWith(`${folder}/`)
      ? facts.imports.flatMap((one): Argument[] =>
          one.name === name ? [{ kind: "subpath", name: one.path, file, line: one.line }] : [],
        )
      : [],
  );
  return found.length === 0 ? undefined : argumentsOf(found);
}

export function packageInterface(
  artifact: ProducedArtifact,
  subpaths: readonly Subpath[] | null,
): ArtifactInterface {
  const file = artifact.sourceFile;
  return interfaceOf(
    artifact,
    (subpaths ?? []).map(({ name, line, acceptsAny }) =>
      member({ file, line }, "subpath", name, { acceptsAny }),
    ),
    subpaths === null ? { subpath: "Another folder is published" } : {},
  );
}
