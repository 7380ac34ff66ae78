import {
  getEntitlements,
  listMembers,
  listWorkspaces,
  removeMember,
} from "@knockon/contract/operations/workspace";
import type { Member } from "@knockon/contract/resources/workspace";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { UserMinus } from "lucide-react";
import { useState } from "react";
import { useAct } from "../../api/use-act.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { IconButton } from "../../components/icon-button.tsx";

interface RemoveMemberProps {
  member: Member;
  isSelf: boolean;
}

export function RemoveMember({ member: { user_id, full_name }, isSelf }: RemoveMemberProps) {
  const { workspace, api } = useWorkspace();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = useAct({
    act: () => api.call(removeMember, { params: { workspace_id: workspace.id, user_id } }),
    says: isSelf ? `You left ${workspace.name}` : `${full_name} removed`,
    // Who left may not ask for the rest any more.
    refreshes: isSelf ? [] : [listMembers, getEntitlements],
    done() {
      setAsking(false);
      if (!isSelf) return;
      client.removeQueries({ queryKey: [listWorkspaces.id] });
      void navigate({ to: "/" });
    },
  });
  return (
    <>
      <IconButton
        icon={UserMinus}
        label={isSelf ? `Leave ${workspace.name}` : `Remove ${full_name}`}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={isSelf ? `Leave ${workspace.name}?` : `Remove ${full_name}?`}
        consequence={
          isSelf
            ? "You lose access to this workspace immediately. To rejoin, you need a new invitation."
            : "They lose access immediately. API keys they created keep working; revoke them separately. You can invite them again."
        }
        verb={isSelf ? "Leave" : "Remove"}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
}
