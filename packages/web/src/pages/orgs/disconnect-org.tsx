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
  const repositories = countOf(org.repository_count, "repository", "repositories");
  const disconnect = useAct({
    act: () => api.call(deleteConnectedOrg, { params: { connected_org_id: org.id } }),
    says: `${org.name} disconnected`,
    refreshes: [listConnectedOrgs, getWorkspaceStats],
    done: () => void navigate({ to: "/w/$slug/settings/orgs", params: { slug: workspace.slug } }),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-danger p-4">
      <p className="max-w-100 text-13 text-muted">
        Removes {repositories} from all lists and graphs and deletes the stored token. Scan results are purged
        within 30 days.
      </p>
      <Button look="danger" icon={Unplug} onClick={() => setAsking(true)}>
        Disconnect
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Disconnect ${org.name}?`}
        consequence={`Removes ${repositories} from all lists and graphs. This can't be undone. If you connect it again, every repository is scanned from scratch.`}
        verb="Disconnect"
        name={org.name}
        busy={disconnect.isPending}
        onConfirm={() => disconnect.mutate()}
      />
    </div>
  );
}
