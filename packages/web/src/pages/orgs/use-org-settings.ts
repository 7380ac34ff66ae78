import type { Input } from "@knockon/contract/client";
import {
  getConnectedOrg,
  listConnectedOrgs,
  updateConnectedOrg,
} from "@knockon/contract/operations/connected-org";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { type SyntheticEvent, useState } from "react";
import { fieldErrors } from "../../api/errors.ts";
import { useAction } from "../../api/use-action.ts";
import { useWorkspace } from "../../api/workspace.ts";

type OrgChanges = Input<typeof updateConnectedOrg>["body"];

/** Saves organization settings. The form shows errors. */
export function useOrgChange(orgId: string, successMessage: string) {
  const { api } = useWorkspace();
  return useAction({
    run: (body: OrgChanges) => api.call(updateConnectedOrg, { params: { connected_org_id: orgId }, body }),
    successMessage,
    invalidates: [getConnectedOrg, listConnectedOrgs],
    showsErrors: true,
  });
}

/** Edits a list setting of an organization. Saves the list as a whole. */
export function useOrgList<Field extends "host_aliases" | "heuristic_patterns">(
  org: ConnectedOrg,
  field: Field,
  successMessage: string,
) {
  const [items, setItems] = useState<ConnectedOrg[Field]>(org[field]);
  const save = useOrgChange(org.id, successMessage);
  return {
    items,
    save,
    errors: fieldErrors(save.error),
    isSaved: JSON.stringify(items) === JSON.stringify(org[field]),
    change(next: ConnectedOrg[Field]): void {
      save.reset();
      setItems(next);
    },
    submit(event: SyntheticEvent): void {
      event.preventDefault();
      save.mutate({ [field]: items });
    },
  };
}
