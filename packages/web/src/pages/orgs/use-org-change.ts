import type { Input } from "@knockon/contract/client";
import {
  getConnectedOrg,
  listConnectedOrgs,
  updateConnectedOrg,
} from "@knockon/contract/operations/connected-org";
import { useAct } from "../../api/use-act.ts";
import { useWorkspace } from "../../api/workspace-context.ts";

export type OrgChanges = Input<typeof updateConnectedOrg>["body"];

/** A change of an org's settings. What is wrong with it is shown beside the field. */
export function useOrgChange(orgId: string, says: string) {
  const { api } = useWorkspace();
  return useAct({
    act: (body: OrgChanges) => api.call(updateConnectedOrg, { params: { connected_org_id: orgId }, body }),
    says,
    refreshes: [getConnectedOrg, listConnectedOrgs],
    showsErrors: true,
  });
}
