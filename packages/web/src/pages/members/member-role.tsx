import { getEntitlements, listMembers, updateMember } from "@knockon/contract/operations/workspace";
import { GRANTED_ROLES, type Member } from "@knockon/contract/resources/workspace";
import { useState } from "react";
import { useAct } from "../../api/use-act.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Choice } from "../../components/choice.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { ROLE_ALLOWS, ROLE_NAMES, type GrantedRole } from "./roles.ts";

/** Another role at once; one's own is asked for again, since it takes somebody else to give it back. */
export function MemberRole({ member, isSelf }: { member: Member; isSelf: boolean }) {
  const { workspace, api } = useWorkspace();
  const [wanted, setWanted] = useState<GrantedRole>();
  const { user_id, full_name } = member;
  const change = useAct({
    act: (role: GrantedRole) =>
      api.call(updateMember, { params: { workspace_id: workspace.id, user_id }, body: { role } }),
    says: ({ role }) => `Role of ${full_name} changed to ${ROLE_NAMES[role]}`,
    refreshes: [listMembers, getEntitlements],
    done: () => setWanted(undefined),
  });
  // What was chosen is shown while it is under way, and what was before if it was refused.
  const shown = change.isPending ? change.variables : member.role;
  return (
    <>
      <Choice
        bare
        label={`Role of ${full_name}`}
        value={shown as GrantedRole}
        options={GRANTED_ROLES.map((role) => ({ value: role, text: ROLE_NAMES[role] }))}
        onChange={(role) => (isSelf ? setWanted(role) : change.mutate(role))}
      />
      {wanted !== undefined && (
        <ConfirmDialog
          open
          onClose={() => setWanted(undefined)}
          title={`Change your own role to ${ROLE_NAMES[wanted]}?`}
          consequence={`${ROLE_ALLOWS[wanted]} You can't undo this yourself. Another admin or the owner has to restore your role.`}
          verb="Change my role"
          busy={change.isPending}
          onConfirm={() => change.mutate(wanted)}
        />
      )}
    </>
  );
}
