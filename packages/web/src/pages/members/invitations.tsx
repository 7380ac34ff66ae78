import { listInvitations } from "@knockon/contract/operations/workspace";
import type { Invitation, Member } from "@knockon/contract/resources/workspace";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useMembers } from "../../api/use-members.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Loaded } from "../../components/loaded.tsx";
import { TableSkeleton } from "../../components/skeleton.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { DataTable } from "../../list/data-table.tsx";
import type { Column } from "../../list/column.ts";
import { RevokeInvitation } from "./revoke-invitation.tsx";
import { ROLE_NAMES } from "./roles.ts";

/** The table asks for at most so many: no workspace has more open at once. */
const SHOWN = 500;

export function Invitations() {
  const { workspace, api } = useWorkspace();
  const members = useMembers();
  const found = useQuery(
    api.ask(listInvitations, { params: { workspace_id: workspace.id }, query: { limit: SHOWN } }),
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
