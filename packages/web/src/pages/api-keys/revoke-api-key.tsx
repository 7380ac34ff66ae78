import { listApiKeys, revokeApiKey } from "@knockon/contract/operations/workspace";
import type { ApiKey } from "@knockon/contract/resources/workspace";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useAct } from "../../api/use-act.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { IconButton } from "../../components/icon-button.tsx";

export function RevokeApiKey({ apiKey: { id, name, prefix } }: { apiKey: ApiKey }) {
  const { workspace, api } = useWorkspace();
  const [asking, setAsking] = useState(false);
  const revoke = useAct({
    act: () => api.call(revokeApiKey, { params: { workspace_id: workspace.id, key_id: id } }),
    says: `${name} revoked`,
    refreshes: [listApiKeys],
    done: () => setAsking(false),
  });
  return (
    <>
      <IconButton icon={Trash2} label={`Revoke ${name}`} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Revoke ${name}?`}
        consequence={
          <>
            Requests with <code className="font-mono text-13">{prefix}…</code> fail immediately. This can't be
            undone. If something still uses this key, create a replacement first.
          </>
        }
        verb="Revoke key"
        name={name}
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate()}
      />
    </>
  );
}
