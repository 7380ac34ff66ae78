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
        Another member becomes the Owner and you become an Admin: billing, API keys and the end of the
        workspace are theirs from then on. Only they can give it back.
      </p>
      {heir ? (
        <div className="flex flex-wrap items-end gap-2">
          <Choice
            bare
            label="New Owner"
            value={heir.user_id}
            options={others.map(({ user_id, full_name, email }) => ({
              value: user_id,
              text: `${full_name} (${email})`,
            }))}
            onChange={setChosen}
          />
          <Button look="danger" icon={ArrowRightLeft} onClick={() => setAsking(true)}>
            Transfer
          </Button>
          <ConfirmTransfer heir={heir} open={asking} onClose={() => setAsking(false)} />
        </div>
      ) : (
        <p className="text-13 font-medium">There is nobody else yet. Invite somebody first.</p>
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
    says: `${full_name} is the Owner of ${workspace.name}`,
    refreshes: [listMembers, listApiKeys],
    done: onClose,
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Make ${full_name} the Owner?`}
      consequence="You become an Admin at once, and cannot take it back. Existing API keys keep working; from then on only the new Owner makes and revokes them."
      verb="Transfer"
      name={workspace.name}
      busy={transfer.isPending}
      onConfirm={() => transfer.mutate()}
    />
  );
}
