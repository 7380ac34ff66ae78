import type { Workspace } from "@knockon/contract/resources/workspace";
import { createContext, use } from "react";
import type { Api } from "./client.ts";

export interface OpenWorkspace {
  workspace: Workspace;
  api: Api;
}

export const WorkspaceContext = createContext<OpenWorkspace | null>(null);

/** The workspace of the page, and the service as it sees it. */
export function useWorkspace(): OpenWorkspace {
  const open = use(WorkspaceContext);
  if (!open) throw new Error("This component is for pages of a workspace.");
  return open;
}
