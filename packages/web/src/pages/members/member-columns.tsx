import type { Member } from "@knockon/contract/resources/workspace";
import { ROLES } from "@knockon/contract/vocabulary/scan";
import { TimeAgo } from "../../components/time-ago.tsx";
import type { Column } from "../../list/column.ts";
import { MemberRole } from "./member-role.tsx";
import { RemoveMember } from "./remove-member.tsx";
import { ROLE_NAMES } from "./roles.ts";

interface Viewpoint {
  mayManage: boolean;
  ownId: string | undefined;
}

/** Nobody changes the Owner but by a transfer. */
export function memberColumns({ mayManage, ownId }: Viewpoint): Column<Member>[] {
  const isChangeable = ({ role }: Member): boolean => mayManage && role !== "owner";
  const columns: Column<Member>[] = [
    {
      id: "name",
      header: "Name",
      width: "w-full",
      value: ({ full_name }) => full_name,
      cell: ({ user_id, full_name, email }) => (
        <span className="flex min-w-0 flex-col py-0.5">
          <span className="truncate font-medium">
            {full_name}
            {user_id === ownId && <span className="font-normal text-muted"> (you)</span>}
          </span>
          <span className="truncate text-12 text-muted" title={email}>
            {email}
          </span>
        </span>
      ),
    },
    {
      id: "joined",
      header: "Joined",
      from: "md",
      width: "min-w-32",
      value: ({ joined_at }) => joined_at,
      cell: ({ joined_at }) => <TimeAgo at={joined_at} />,
    },
    {
      id: "role",
      header: "Role",
      width: "min-w-32",
      value: ({ role }) => ROLES.indexOf(role),
      cell: (member) =>
        isChangeable(member) ? (
          <MemberRole member={member} isSelf={member.user_id === ownId} />
        ) : (
          ROLE_NAMES[member.role]
        ),
    },
  ];
  if (!mayManage) return columns;
  return [
    ...columns,
    {
      id: "remove",
      header: "Remove",
      bare: true,
      align: "right",
      width: "min-w-14",
      cell: (member) =>
        isChangeable(member) && <RemoveMember member={member} isSelf={member.user_id === ownId} />,
    },
  ];
}
