import { listApiKeys, listMembers, transferWorkspace } from "@knockon/contract/operations/workspace";
import type { Member } from "@knockon/contract/resources/workspace";
import { ArrowRightLeft, UserPlus } from "lucide-react";
import { useState } from "react";
import { Invitations, InvitePerson } from "./invitations.tsx";
import { MemberList } from "./member-list.tsx";
import { RoleGuide } from "./roles.tsx";
import { useAction } from "../../api/use-action.ts";
import { isAtLeast, useEntitlements, useMembers, useRole, useWorkspace } from "../../api/workspace.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/dialog.tsx";
import { Select } from "../../components/fields.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { formatCount } from "../../format/format.ts";

/** Members, pending invitations and roles. */
export function MembersPage() {
  const role = useRole();
  const mayManage = role !== undefined && isAtLeast(role, "admin");
  const [inviting, setInviting] = useState(false);
  const invite = () => setInviting(true);
  return (
    <>
      <PageHeader
        title="Members"
        description={<Seats />}
        actions={
          mayManage && (
            <Button look="primary" icon={UserPlus} onClick={invite}>
              Invite member
            </Button>
          )
        }
      />
      <div className="flex flex-col gap-8">
        <div>
          <MemberList />
        </div>
        {mayManage && (
          <Section title="Pending invitations">
            <Invitations />
          </Section>
        )}
        <Section title="Roles">
          <RoleGuide />
        </Section>
        {role === "owner" && <TransferOwnership />}
      </div>
      <InvitePerson open={inviting} onClose={() => setInviting(false)} />
    </>
  );
}

/** Pending invitations use a seat, viewers do not. */
function Seats() {
  const data = useEntitlements();
  if (!data) return "Seats in use: …";
  const limit = data.seat_limit === null ? "" : ` of ${formatCount(data.seat_limit)}`;
  return `Seats in use: ${formatCount(data.seat_count)}${limit}. Viewers don't use a seat.`;
}

/** Renders nothing for an owner who is alone. */
function TransferOwnership() {
  const others = useMembers()?.filter(({ role }) => role !== "owner") ?? [];
  const [chosen, setChosen] = useState<string>();
  const [asking, setAsking] = useState(false);
  const newOwner = others.find(({ user_id }) => user_id === chosen) ?? others[0];
  if (newOwner === undefined) return null;
  return (
    <Section title="Transfer ownership">
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-md border border-danger p-4">
        <p className="max-w-130 text-13 text-muted">
          The new owner takes over billing, API keys and workspace deletion. You become an admin. Only the new
          owner can transfer ownership back.
        </p>
        <div className="flex flex-wrap items-end gap-2">
          <Select
            bare
            label="New owner"
            value={newOwner.user_id}
            options={others.map(({ user_id, full_name, email }) => ({
              value: user_id,
              text: `${full_name} (${email})`,
            }))}
            onChange={setChosen}
          />
          <Button look="danger" icon={ArrowRightLeft} onClick={() => setAsking(true)}>
            Transfer ownership
          </Button>
          <ConfirmTransfer newOwner={newOwner} open={asking} onClose={() => setAsking(false)} />
        </div>
      </div>
    </Section>
  );
}

interface ConfirmTransferProps {
  newOwner: Member;
  open: boolean;
  onClose: () => void;
}

function ConfirmTransfer({ newOwner: { user_id, full_name }, open, onClose }: ConfirmTransferProps) {
  const { workspace, api } = useWorkspace();
  const transfer = useAction({
    run: () =>
      api.call(transferWorkspace, {
        params: { workspace_id: workspace.id },
        body: { new_owner_user_id: user_id },
      }),
    successMessage: `${full_name} is now the owner of ${workspace.name}`,
    invalidates: [listMembers, listApiKeys],
    onSuccess: onClose,
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
