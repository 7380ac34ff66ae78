import { listApiKeys, revokeApiKey } from "@knockon/contract/operations/workspace";
import type { ApiKey, Member } from "@knockon/contract/resources/workspace";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Ban, KeyRound, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { CreateApiKey, FirstRequest } from "./create-api-key.tsx";
import { useAction } from "../../api/use-action.ts";
import { useIncludes, useHasRole, useMembers, useWorkspace } from "../../api/workspace.ts";
import { RequireRole } from "../../components/access.tsx";
import { Badge } from "../../components/badges.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/dialog.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Notice, PlansLink } from "../../components/notice.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { TimeAgo } from "../../components/text.tsx";
import type { Column } from "../../list/columns.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery } from "../../list/list-search.ts";

const route = getRouteApi("/w/$slug/settings/api-keys");

/** API keys. They have most of the owner's permissions, so only the owner manages them. */
export function ApiKeysPage() {
  const mayManage = useHasRole("owner");
  const isLimited = useIncludes("api_production") === false;
  const [creating, setCreating] = useState(false);
  const create = mayManage && (
    <Button look="primary" icon={Plus} onClick={() => setCreating(true)}>
      Create API key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="API keys"
        description="For CI and agents. A key can do almost everything that the owner can in this workspace. It can't manage members, create keys, or transfer or delete the workspace."
        actions={create}
      />
      <RequireRole
        least="owner"
        title="Only the owner can manage API keys"
        reason="API keys have most of the owner's permissions."
      >
        {isLimited && (
          <div className="mb-3">
            <Notice tone="info" title="Your plan limits the number of API keys" actions={<PlansLink />}>
              Revoked keys don't count toward the limit. Upgrade for unlimited keys.
            </Notice>
          </div>
        )}
        <ApiKeyList create={create} />
        <div className="mt-8 max-w-180">
          <Section title="Use a key">
            <FirstRequest apiKey="YOUR_API_KEY" />
          </Section>
        </div>
        <CreateApiKey open={creating} onClose={() => setCreating(false)} />
      </RequireRole>
    </>
  );
}

function ApiKeyList({ create }: { create: ReactNode }) {
  const { workspace, api } = useWorkspace();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const members = useMembers();
  const params = { workspace_id: workspace.id };
  const found = useQuery({
    ...api.queryPage(listApiKeys, { params, query: pageQuery(search) }),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(() => apiKeyColumns(members ?? []), [members]);
  return (
    <ListPage
      noun="API keys"
      query={found}
      columns={columns}
      rowId={({ id }) => id}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
      empty={
        <EmptyState icon={KeyRound} title="No API keys" action={create}>
          Create a key to check the impact of a change from CI, or to let an agent look up repositories.
        </EmptyState>
      }
    />
  );
}

function apiKeyColumns(members: readonly Member[]): Column<ApiKey>[] {
  const names = new Map(members.map(({ user_id, full_name }) => [user_id, full_name]));
  const creator = ({ created_by }: ApiKey): string =>
    created_by === null ? "Knockon" : (names.get(created_by) ?? "Former member");
  return [
    {
      id: "name",
      header: "Name",
      width: "w-full",
      value: ({ name }) => name,
      cell: (key) => (
        <span className="flex min-w-0 items-center gap-3 py-0.5">
          <span className="flex min-w-0 flex-col">
            <span className={key.revoked_at === null ? "truncate font-medium" : "truncate text-muted"}>
              {key.name}
            </span>
            <code className="truncate font-mono text-12 text-muted" title={`Starts with ${key.prefix}`}>
              {key.prefix}…
            </code>
            <span className="text-12 text-muted sm:hidden">
              Created <TimeAgo at={key.created_at} /> by {creator(key)}
            </span>
            <span className="text-12 text-muted sm:hidden">
              Last used <TimeAgo at={key.last_used_at} never="never" />
            </span>
          </span>
          {key.revoked_at !== null && (
            <Badge tone="slate" icon={Ban}>
              Revoked
            </Badge>
          )}
        </span>
      ),
    },
    {
      id: "creator",
      header: "Created by",
      from: "sm",
      width: "min-w-28 md:min-w-36",
      value: creator,
      cell: (key) => <span className="block truncate text-muted">{creator(key)}</span>,
    },
    {
      id: "created",
      header: "Created",
      from: "sm",
      width: "min-w-28",
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => <TimeAgo at={created_at} />,
    },
    {
      id: "used",
      header: "Last used",
      from: "sm",
      width: "min-w-28",
      value: ({ last_used_at }) => last_used_at,
      cell: ({ last_used_at }) => <TimeAgo at={last_used_at} />,
    },
    {
      id: "revoke",
      header: "Revoke",
      bare: true,
      align: "right",
      width: "min-w-30",
      cell: (key) => key.revoked_at === null && <RevokeApiKey apiKey={key} />,
    },
  ];
}

function RevokeApiKey({ apiKey: { id, name, prefix } }: { apiKey: ApiKey }) {
  const { workspace, api } = useWorkspace();
  const [asking, setAsking] = useState(false);
  const revoke = useAction({
    run: () => api.call(revokeApiKey, { params: { workspace_id: workspace.id, key_id: id } }),
    successMessage: `${name} revoked`,
    invalidates: [listApiKeys],
    onSuccess: () => setAsking(false),
  });
  return (
    <>
      <Button
        title={`Revoke ${name}`}
        aria-label={`Revoke ${name}`}
        icon={Trash2}
        onClick={() => setAsking(true)}
      >
        Revoke
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Revoke ${name}?`}
        consequence={
          <>
            Requests with <code className="font-mono text-13">{prefix}…</code> fail immediately. This can't be
            undone. If something still uses this key, create a replacement first.
          </>
        }
        verb="Revoke key"
        name={name}
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate()}
      />
    </>
  );
}
