import { deleteWorkspace } from "@knockon/contract/operations/workspace";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useAct } from "../../api/use-act.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";

export function DeleteWorkspace() {
  const { workspace, api } = useWorkspace();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const destroy = useAct({
    act: () => api.call(deleteWorkspace, { params: { workspace_id: workspace.id } }),
    says: `${workspace.name} deleted`,
    done() {
      client.clear();
      void navigate({ to: "/", replace: true });
    },
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-danger p-4">
      <p className="max-w-110 text-13 text-muted">
        Deletes this workspace for all members, disconnects its organizations, cancels scans and revokes API
        keys. Data is purged within 30 days.
      </p>
      <Button look="danger" icon={Trash2} onClick={() => setAsking(true)}>
        Delete workspace
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete ${workspace.name}?`}
        consequence="Deletes the workspace and all scan results for every member. Its API keys stop working immediately. This can't be undone. Export the data first if you might need it."
        verb="Delete workspace"
        name={workspace.name}
        busy={destroy.isPending}
        onConfirm={() => destroy.mutate()}
      />
    </div>
  );
}
