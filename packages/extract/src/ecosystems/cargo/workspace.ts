import { posix } from "node:path";
import type { Facts } from "../../ecosystem.ts";
import type { CargoFacts, Dependency } from "./read.ts";

export type Manifest = Facts<CargoFacts>;

export interface Workspace {
  folder: string;
  facts: CargoFacts;
  dependencies: ReadonlyMap<string, Dependency>;
}

/** Returns the workspace of a manifest: its own, else that of the nearest parent folder. */
export type WorkspaceOf = (path: string) => Workspace | undefined;

export function workspacesOf(manifests: readonly Manifest[]): WorkspaceOf {
  const workspaces = new Map(
    manifests
      .filter(({ facts }) => facts.workspace !== null)
      .map(({ path, facts }) => [posix.dirname(path), toWorkspace(posix.dirname(path), facts)]),
  );
  return (path) => {
    for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
      const workspace = workspaces.get(folder);
      if (workspace || folder === "." || folder === "/") return workspace;
    }
  };
}

function toWorkspace(folder: string, facts: CargoFacts): Workspace {
  const own = facts.dependencies.filter(({ group }) => group === "workspace_dependencies");
  return { folder, facts, dependencies: new Map(own.map((each) => [each.key, each])) };
}
