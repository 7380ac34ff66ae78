import type { Declaration, Problem, TreeEntry } from "../ecosystem.ts";

/** Files of one extension that make a directory a collection of data, such as advisories, if at least half of them have links. */
const MIN_ALIKE_FILES = 201;
export const MAX_LINKS_PER_DATA_DIRECTORY = 200;

/** The files of one extension below a directory. */
interface Group {
  directory: string;
  extension: string;
  /** Files with links. */
  linking: number;
  files: number;
}

/**
 * Drops links in directories of alike files beyond the limit, so that a list of other projects does not drown the
 * repository's dependencies. Keeps references by commands, and links to repositories of the same owner.
 */
export function capDataDirectories(
  declarations: readonly Declaration[],
  tree: readonly TreeEntry[],
  owner: string,
): { kept: Declaration[]; problems: Problem[] } {
  const linking = new Set(declarations.filter(isLink).map(({ sourceFile }) => sourceFile));
  if (linking.size < MIN_ALIKE_FILES) return { kept: [...declarations], problems: [] };
  const groups = countAlike(linking, tree);
  const links = new Map<Group, number>();
  const kept = declarations.filter((declaration) => {
    if (!isLink(declaration) || isOfOwner(declaration, owner)) return true;
    const group = findGroup(groups, declaration.sourceFile);
    if (!group) return true;
    const count = (links.get(group) ?? 0) + 1;
    links.set(group, count);
    return count <= MAX_LINKS_PER_DATA_DIRECTORY;
  });
  const problems = [...links].flatMap(([group, count]) =>
    count > MAX_LINKS_PER_DATA_DIRECTORY ? [truncated(group, count)] : [],
  );
  return { kept, problems };
}

/** A URL that no command fetches. */
const isLink = ({ evidence }: Declaration): boolean => evidence.rule === "references.url";

const isOfOwner = ({ artifact }: Declaration, owner: string): boolean =>
  artifact.toLowerCase().split("/")[1] === owner.toLowerCase();

function countAlike(linking: ReadonlySet<string>, tree: readonly TreeEntry[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const path of linking) {
    const extension = extensionOf(path);
    for (const directory of directoriesOf(path)) {
      const key = keyOf(directory, extension);
      const group = groups.get(key) ?? { directory, extension, linking: 0, files: 0 };
      group.linking += 1;
      groups.set(key, group);
    }
  }
  for (const { path } of tree) {
    const extension = extensionOf(path);
    for (const directory of directoriesOf(path)) {
      const group = groups.get(keyOf(directory, extension));
      if (group) group.files += 1;
    }
  }
  return groups;
}

/** Returns the topmost group of a file that is a collection of data. */
function findGroup(groups: ReadonlyMap<string, Group>, path: string): Group | undefined {
  const extension = extensionOf(path);
  return directoriesOf(path)
    .map((directory) => groups.get(keyOf(directory, extension)))
    .find((group) => group && group.linking >= MIN_ALIKE_FILES && group.linking * 2 >= group.files);
}

const keyOf = (directory: string, extension: string): string => `${directory}\0${extension}`;

/** Returns the directories above a file, the root first. */
const directoriesOf = (path: string): string[] => {
  const parts = path.split("/").slice(0, -1);
  return ["", ...parts.map((_, index) => parts.slice(0, index + 1).join("/"))];
};

const extensionOf = (path: string): string => /\.[^./]+$/.exec(path)?.[0].toLowerCase() ?? "";

const truncated = ({ directory, extension, linking }: Group, links: number): Problem => ({
  file: directory === "" ? null : directory,
  line: null,
  code: "truncated",
  message: `${directory === "" ? "The repository" : directory} has ${links} links to other owners in ${linking} ${extension} files. Only the first ${MAX_LINKS_PER_DATA_DIRECTORY} are kept.`,
});
