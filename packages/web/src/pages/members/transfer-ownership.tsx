import { listApiKeys, listMembers, transferWorkspace } from "@knockon/contract/operations/workspace";
import type { Member } from "@knockon/contract/resources/workspace";
import { ArrowRightLeft } from "lucide-react";
import { useState } from "react";
import { useAct } from "../../api/use-act.ts";
import { useMembers } from "../../api/use-members.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Button } from "../../components/button.tsx";
import { Choice } from "../../components/choice.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";

export function TransferOwnership() {
  const others = useMembers()?.filter(({ role }) => role !== "owner") ?? [];
  const [chosen, setChosen] = useState<string>();
  const [asking, setAsking] = useState(false);
  const heir = others.find(({ user_id }) => user_id === chosen) ?? others[0];
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-md border border-danger p-4">
      <p className="max-w-130 text-13 text-muted">
        The new owner takes over billing, API keys and workspace deletion. You become an admin. Only the new
        owner can transfer ownership back.
      </p>
      {heir ? (
        <div className="flex flex-wrap items-end gap-2">
          <Choice
            bare
            label="New owner"
            value={heir.user_id}
            options={others.map(({ user_id, full_name, email }) => ({
              value: user_id,
              text: `${full_name} (${email})`,
            }))}
            onChange={setChosen}
          />
          <Button look="danger" icon={ArrowRightLeft} onClick={() => setAsking(true)}>
            Transfer ownership
          </Button>
          <ConfirmTransfer heir={heir} open={asking} onClose={() => setAsking(false)} />
        </div>
      ) : (
        <p className="text-13 font-medium">There are no other members. Invite someone first.</p>
      )}
    </div>
  );
}

interface ConfirmTransferProps {
  heir: Member;
  open: boolean;
  onClose: () => void;
}

function ConfirmTransfer({ heir: { user_id, full_name }, open, onClose }: ConfirmTransferProps) {
  const { workspace, api } = useWorkspace();
  const transfer = useAct({
    act: () =>
      api.call(transferWorkspace, {
        params: { workspace_id: workspace.id },
        body: { new_owner_user_id: user_id },
      }),
    says: `${full_name} is now the owner of ${workspace.name}`,
    refreshes: [listMembers, listApiKeys],
    done: onClose,
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Transfer ownership to ${full_name}?`}
      consequence="You become an admin immediately and can't undo this. Existing API keys keep working, but only the new owner can create and revoke keys."
      verb="Transfer ownership"
      name={workspace.name}
      busy={transfer.isPending}
      onConfirm={() => transfer.mutate()}
    />
  );
}
