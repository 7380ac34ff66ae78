import { getEntitlements } from "@knockon/contract/operations/workspace";
import type { Entitlements } from "@knockon/contract/resources/workspace";
import type { Feature } from "@knockon/contract/vocabulary/billing";
import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { useWorkspace } from "./workspace-context.ts";

/** What the plan of the workspace gives; undefined until it is known. */
export const useEntitlements = (): z.output<typeof Entitlements> | undefined => useAnswer().data;

/** Whether the plan includes a feature; undefined until it is known. Where nobody can tell, the service decides. */
export function useIncludes(feature: Feature): boolean | undefined {
  const { data, isError } = useAnswer();
  return data?.features[feature] ?? (isError ? true : undefined);
}

function useAnswer() {
  const { workspace, api } = useWorkspace();
  const asked = api.ask(getEntitlements, { params: { workspace_id: workspace.id } });
  return useQuery({ ...asked, staleTime: 60_000 });
}
