import { createInvitation, getEntitlements, listInvitations } from "@knockon/contract/operations/workspace";
import { GRANTED_ROLES } from "@knockon/contract/resources/workspace";
import { useState, type SyntheticEvent } from "react";
import { useAct } from "../../api/use-act.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { OptionCards } from "../../components/option-cards.tsx";
import { TextField } from "../../components/text-field.tsx";
import { ROLE_ALLOWS, ROLE_NAMES, type GrantedRole } from "./roles.ts";

interface InvitePersonProps {
  open: boolean;
  onClose: () => void;
}

export function InvitePerson({ open, onClose }: InvitePersonProps) {
  const { workspace, api } = useWorkspace();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<GrantedRole>("member");
  const invite = useAct({
    act: () => api.call(createInvitation, { params: { workspace_id: workspace.id }, body: { email, role } }),
    says: (invitation) => `Invitation sent to ${invitation.email}`,
    refreshes: [listInvitations, getEntitlements],
    showsErrors: true,
    done: close,
  });
  function close(): void {
    setEmail("");
    invite.reset();
    onClose();
  }
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={`Invite a member to ${workspace.name}`}
      description="We'll email a link that is valid for 14 days and only for this address. On a local instance, the link is printed in the terminal."
    >
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="off"
          placeholder="grace@acme.example"
          value={email}
          onChange={setEmail}
        />
        <OptionCards
          label="Role"
          value={role}
          options={GRANTED_ROLES.map((value) => ({
            value,
            text: ROLE_NAMES[value],
            hint: ROLE_ALLOWS[value],
          }))}
          onChange={setRole}
        />
        {invite.isError && <ErrorNotice error={invite.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary" busy={invite.isPending}>
            Send invitation
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
