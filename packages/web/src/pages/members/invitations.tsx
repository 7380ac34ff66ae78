import {
  createInvitation,
  getEntitlements,
  listInvitations,
  revokeInvitation,
} from "@knockon/contract/operations/workspace";
import { GRANTED_ROLES, type Invitation, type Member } from "@knockon/contract/resources/workspace";
import { useQuery } from "@tanstack/react-query";
import { MailX } from "lucide-react";
import { type SyntheticEvent, useMemo, useState } from "react";
import { type GrantedRole, ROLE_ALLOWS, ROLE_NAMES } from "./roles.tsx";
import { useAction } from "../../api/use-action.ts";
import { useMembers, useWorkspace } from "../../api/workspace.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog, Dialog } from "../../components/dialog.tsx";
import { TextField } from "../../components/fields.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { Loaded, TableSkeleton } from "../../components/loaded.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { OptionCards } from "../../components/options.tsx";
import { TimeAgo } from "../../components/text.tsx";
import type { Column } from "../../list/columns.tsx";
import { DataTable } from "../../list/data-table.tsx";

/** Maximum page size of the API. */
const MAX_INVITATIONS = 500;

export function Invitations() {
  const { workspace, api } = useWorkspace();
  const members = useMembers();
  const found = useQuery(
    api.query(listInvitations, { params: { workspace_id: workspace.id }, query: { limit: MAX_INVITATIONS } }),
  );
  const columns = useMemo(() => invitationColumns(members ?? []), [members]);
  return (
    <Loaded query={found} skeleton={<TableSkeleton rows={1} />}>
      {(invitations) =>
        invitations.length === 0 ? (
          <p className="rounded-md border border-dashed px-3 py-4 text-13 text-muted">
            No pending invitations.
          </p>
        ) : (
          <DataTable
            caption={`${invitations.length} pending invitations`}
            columns={columns}
            rows={invitations}
            rowId={({ id }) => id}
          />
        )
      }
    </Loaded>
  );
}

const invitationColumns = (members: readonly Member[]): Column<Invitation>[] => [
  {
    id: "email",
    header: "Email",
    width: "w-full",
    cell: ({ email }) => (
      <span className="block truncate font-medium" title={email}>
        {email}
      </span>
    ),
  },
  {
    id: "by",
    header: "Invited by",
    from: "lg",
    width: "min-w-36",
    cell: ({ invited_by }) => (
      <span className="block truncate text-muted">
        {members.find(({ user_id }) => user_id === invited_by)?.full_name ?? "Former member"}
      </span>
    ),
  },
  {
    id: "expires",
    header: "Expires",
    from: "sm",
    width: "min-w-32",
    cell: ({ expires_at }) => <TimeAgo at={expires_at} />,
  },
  {
    id: "role",
    header: "Role",
    width: "min-w-24",
    cell: ({ role }) => ROLE_NAMES[role],
  },
  {
    id: "revoke",
    header: "Revoke",
    bare: true,
    align: "right",
    width: "min-w-14",
    cell: (invitation) => <RevokeInvitation invitation={invitation} />,
  },
];

function RevokeInvitation({ invitation: { id, email } }: { invitation: Invitation }) {
  const { workspace, api } = useWorkspace();
  const [asking, setAsking] = useState(false);
  const revoke = useAction({
    run: () => api.call(revokeInvitation, { params: { workspace_id: workspace.id, invitation_id: id } }),
    successMessage: `Invitation for ${email} revoked`,
    invalidates: [listInvitations, getEntitlements],
    onSuccess: () => setAsking(false),
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

interface InvitePersonProps {
  open: boolean;
  onClose: () => void;
}

export function InvitePerson({ open, onClose }: InvitePersonProps) {
  const { workspace, api } = useWorkspace();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<GrantedRole>("member");
  const invite = useAction({
    run: () => api.call(createInvitation, { params: { workspace_id: workspace.id }, body: { email, role } }),
    successMessage: (invitation) => `Invitation sent to ${invitation.email}`,
    invalidates: [listInvitations, getEntitlements],
    showsErrors: true,
    onSuccess: close,
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
