import { deleteConnectedOrg, listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { getWorkspaceStats } from "@knockon/contract/operations/workspace";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { useNavigate } from "@tanstack/react-router";
import { Unplug } from "lucide-react";
import { useState } from "react";
import { useAct } from "../../api/use-act.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { countOf } from "../../format/count.ts";

export function DisconnectOrg({ org }: { org: ConnectedOrg }) {
  const { workspace, api } = useWorkspace();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const repositories = countOf(org.repository_count, "repository leaves", "repositories leave");
  const disconnect = useAct({
    act: () => api.call(deleteConnectedOrg, { params: { connected_org_id: org.id } }),
    says: `${org.name} is disconnected`,
    refreshes: [listConnectedOrgs, getWorkspaceStats],
    done: () => void navigate({ to: "/w/$slug/settings/orgs", params: { slug: workspace.slug } }),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-danger p-4">
      <p className="max-w-100 text-13 text-muted">
        Its {repositories} every list and graph at once, its token is forgotten. What was read is purged
        within 30 days.
      </p>
      <Button look="danger" icon={Unplug} onClick={() => setAsking(true)}>
        Disconnect
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Disconnect ${org.name}?`}
        consequence={`Its ${repositories} every list and graph at once. This cannot be undone; connecting it again reads everything anew.`}
        verb="Disconnect"
        name={org.name}
        busy={disconnect.isPending}
        onConfirm={() => disconnect.mutate()}
      />
    </div>
  );
}
