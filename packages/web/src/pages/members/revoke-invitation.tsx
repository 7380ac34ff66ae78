import { getEntitlements, listInvitations, revokeInvitation } from "@knockon/contract/operations/workspace";
import type { Invitation } from "@knockon/contract/resources/workspace";
import { MailX } from "lucide-react";
import { useState } from "react";
import { useAct } from "../../api/use-act.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { IconButton } from "../../components/icon-button.tsx";

export function RevokeInvitation({ invitation: { id, email } }: { invitation: Invitation }) {
  const { workspace, api } = useWorkspace();
  const [asking, setAsking] = useState(false);
  const revoke = useAct({
    act: () => api.call(revokeInvitation, { params: { workspace_id: workspace.id, invitation_id: id } }),
    says: `Invitation for ${email} revoked`,
    refreshes: [listInvitations, getEntitlements],
    done: () => setAsking(false),
  });
  return (
    <>
      <IconButton icon={MailX} label={`Revoke invitation for ${email}`} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Revoke invitation for ${email}?`}
        consequence="The emailed link stops working immediately. You can invite them again."
        verb="Revoke invitation"
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate()}
      />
    </>
  );
}
