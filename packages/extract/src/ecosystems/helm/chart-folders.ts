import { posix } from "node:path";
import type { TreeEntry } from "../../ecosystem.ts";

/** Every folder with a Chart.yaml; the root is `.`. */
export const chartFolders = (tree: readonly TreeEntry[]): ReadonlySet<string> =>
  new Set(
    tree.filter(({ path }) => posix.basename(path) === "Chart.yaml").map(({ path }) => posix.dirname(path)),
  );

/** Does the path lie in the templates of a chart? */
export const isInTemplates = (path: string, folders: ReadonlySet<string>): boolean =>
  isBelow(path, "templates", folders);

/** Does the path lie in the folder where a chart keeps the charts that it brings along? */
export const isSubchart = (path: string, folders: ReadonlySet<string>): boolean =>
  isBelow(path, "charts", folders);

/** `folder` counts only right within a chart: many repositories keep all their charts in `charts/`. */
function isBelow(path: string, folder: string, folders: ReadonlySet<string>): boolean {
  const parts = path.split("/").slice(0, -1);
  return parts.some((part, depth) => part === folder && folders.has(parts.slice(0, depth).join("/") || "."));
}
