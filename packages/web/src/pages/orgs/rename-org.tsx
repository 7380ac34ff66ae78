import {
  getConnectedOrg,
  listConnectedOrgs,
  updateConnectedOrg,
} from "@knockon/contract/operations/connected-org";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { useState, type SyntheticEvent } from "react";
import { useAct } from "../../api/use-act.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/text-field.tsx";

export function RenameOrg({ org }: { org: ConnectedOrg }) {
  const { api } = useWorkspace();
  const [name, setName] = useState(org.name);
  const rename = useAct({
    act: () => api.call(updateConnectedOrg, { params: { connected_org_id: org.id }, body: { name } }),
    says: "Organization renamed",
    refreshes: [getConnectedOrg, listConnectedOrgs],
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <form className="flex items-end gap-2" onSubmit={submit}>
      <div className="min-w-0 flex-1">
        <TextField label="Display name" required maxLength={100} value={name} onChange={setName} />
      </div>
      <Button type="submit" busy={rename.isPending} disabled={name === org.name}>
        Rename
      </Button>
    </form>
  );
}
