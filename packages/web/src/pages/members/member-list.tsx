import {
  getEntitlements,
  listMembers,
  listWorkspaces,
  removeMember,
  updateMember,
} from "@knockon/contract/operations/workspace";
import { GRANTED_ROLES, type Member } from "@knockon/contract/resources/workspace";
import { ROLES } from "@knockon/contract/vocabulary/scan";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { UserMinus } from "lucide-react";
import { useMemo, useState } from "react";
import { type GrantedRole, ROLE_ALLOWS, ROLE_NAMES } from "./roles.tsx";
import { sessionQuery } from "../../api/session.ts";
import { useAction } from "../../api/use-action.ts";
import { useHasRole, useWorkspace } from "../../api/workspace.ts";
import { ConfirmDialog } from "../../components/dialog.tsx";
import { Select } from "../../components/fields.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { TimeAgo } from "../../components/text.tsx";
import { countOf } from "../../format/format.ts";
import type { Column } from "../../list/columns.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery, serverSort, withFilter } from "../../list/list-search.ts";

const route = getRouteApi("/w/$slug/settings/members");

const ROLE_FILTER = [
  { value: "" as const, text: "All roles" },
  ...ROLES.map((value) => ({ value, text: ROLE_NAMES[value] })),
];

export function MemberList() {
  const { workspace, api } = useWorkspace();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayManage = useHasRole("admin");
  const { data: session } = useQuery(sessionQuery);
  const ownId = session?.user.id;
  const columns = useMemo(() => memberColumns({ mayManage, ownId }), [mayManage, ownId]);
  const params = { workspace_id: workspace.id };
  const query = {
    ...pageQuery(search),
    ...(search.q !== undefined && { q: search.q }),
    ...(search.role !== undefined && { role: search.role }),
    ...serverSort(columns, search.sort),
  };
  const found = useQuery({
    ...api.queryPage(listMembers, { params, query }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      noun="members"
      totalInWords={(total) => countOf(total, "member", "members")}
      query={found}
      columns={columns}
      rowId={({ user_id }) => user_id}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
      skeletonRows={1}
      filterLabel="Search members"
      filters={
        <Select
          bare
          label="Shown members"
          value={search.role ?? ""}
          options={ROLE_FILTER}
          onChange={(role) =>
            void navigate({
              search: withFilter(search, { role: role === "" ? undefined : role }),
              replace: true,
            })
          }
        />
      }
      onExport={() => api.exportCsv(listMembers, { params, query })}
      // Never empty: every workspace has an owner.
      empty={null}
    />
  );
}

interface Viewpoint {
  mayManage: boolean;
  ownId: string | undefined;
}

interface MemberColumn extends Column<Member> {
  sort?: "full_name" | "joined_at" | "role";
}

/** The owner's role can change only by a transfer. */
function memberColumns({ mayManage, ownId }: Viewpoint): MemberColumn[] {
  const isChangeable = ({ role }: Member): boolean => mayManage && role !== "owner";
  const columns: MemberColumn[] = [
    {
      id: "name",
      header: "Name",
      width: "w-full",
      sort: "full_name",
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
      sort: "joined_at",
      cell: ({ joined_at }) => <TimeAgo at={joined_at} />,
    },
    {
      id: "role",
      header: "Role",
      width: "min-w-32",
      sort: "role",
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

/** Changes a role. Asks for confirmation of one's own role, which only someone else can restore. */
function MemberRole({ member, isSelf }: { member: Member; isSelf: boolean }) {
  const { workspace, api } = useWorkspace();
  const [wanted, setWanted] = useState<GrantedRole>();
  const { user_id, full_name } = member;
  const change = useAction({
    run: (role: GrantedRole) =>
      api.call(updateMember, { params: { workspace_id: workspace.id, user_id }, body: { role } }),
    successMessage: ({ role }) => `Role of ${full_name} changed to ${ROLE_NAMES[role]}`,
    invalidates: [listMembers, getEntitlements],
    onSuccess: () => setWanted(undefined),
  });
  // Shows the new role while saving and the old one after an error.
  const shown = change.isPending ? change.variables : member.role;
  return (
    <>
      <Select
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

interface RemoveMemberProps {
  member: Member;
  isSelf: boolean;
}

function RemoveMember({ member: { user_id, full_name }, isSelf }: RemoveMemberProps) {
  const { workspace, api } = useWorkspace();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = useAction({
    run: () => api.call(removeMember, { params: { workspace_id: workspace.id, user_id } }),
    successMessage: isSelf ? `You left ${workspace.name}` : `${full_name} removed`,
    // After leaving, these requests would fail.
    invalidates: isSelf ? [] : [listMembers, getEntitlements],
    onSuccess() {
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
