import { listApiKeys } from "@knockon/contract/operations/workspace";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { KeyRound, Plus } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { useIncludes } from "../../api/use-entitlements.ts";
import { useMembers } from "../../api/use-members.ts";
import { useMay } from "../../api/use-role.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ForRole } from "../../components/for-role.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { PlansLink } from "../../components/plans-link.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery } from "../../list/list-search.ts";
import { apiKeyColumns } from "./api-key-columns.tsx";
import { CreateApiKey } from "./create-api-key.tsx";

const route = getRouteApi("/w/$slug/settings/api-keys");

/** Keys for programs. A key may do what the Owner may, so that only the Owner has to do with them. */
export function ApiKeysPage() {
  const mayManage = useMay("owner");
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
        description="For CI and agents. A key grants access to this workspace only."
        actions={create}
      />
      <ForRole
        least="owner"
        title="Only the owner can manage API keys"
        reason="API keys have the same permissions as the owner."
      >
        {isLimited && (
          <div className="mb-3">
            <Notice tone="info" title="Your plan limits the number of API keys" actions={<PlansLink />}>
              Revoked keys don't count toward the limit. Upgrade for unlimited keys.
            </Notice>
          </div>
        )}
        <ApiKeyList create={create} />
        <CreateApiKey open={creating} onClose={() => setCreating(false)} />
      </ForRole>
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
    ...api.askPage(listApiKeys, { params, query: pageQuery(search) }),
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
