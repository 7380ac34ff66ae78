import { listArtifacts } from "@knockon/contract/operations/connected-org";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Package } from "lucide-react";
import { useMemo } from "react";
import { artifactColumns } from "./artifact-columns.tsx";
import { useWorkspace } from "../../api/workspace.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { TableSkeleton } from "../../components/loaded.tsx";
import { Toggle } from "../../components/options.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery, withFilter } from "../../list/list-search.ts";
import { SelectedOrg, OrgSelect, TypeSelect } from "../../list/org-select.tsx";

const route = getRouteApi("/w/$slug/artifacts");

export function ArtifactsPage() {
  const { connected_org_id } = route.useSearch();
  return (
    <>
      <PageHeader
        title="Artifacts"
        description="Images, packages, modules and actions that your repositories produce and consume."
      />
      <SelectedOrg
        named={connected_org_id}
        skeleton={<TableSkeleton rows={10} />}
        promise="Artifacts that its repositories produce and consume appear here."
      >
        {(org, orgs) => <ArtifactsOfOrg org={org} orgs={orgs} />}
      </SelectedOrg>
    </>
  );
}

function ArtifactsOfOrg({ org, orgs }: { org: ConnectedOrg; orgs: readonly ConnectedOrg[] }) {
  const { workspace, api } = useWorkspace();
  const { connected_org_id, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const { q, artifact_type, orphans } = search;
  const query = {
    ...pageQuery(search),
    ...(q !== undefined && { q }),
    ...(artifact_type !== undefined && { artifact_type }),
    ...(orphans === true && { orphans: "true" as const }),
  };
  const found = useQuery({
    ...api.queryPage(listArtifacts, { params: { connected_org_id: org.id }, query }),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(() => artifactColumns(workspace.slug), [workspace.slug]);
  const show = (next: typeof search): void =>
    void navigate({ search: { connected_org_id, ...next }, replace: true });
  return (
    <ListPage
      noun="artifacts"
      query={found}
      columns={columns}
      rowId={({ id }) => id}
      search={search}
      onSearch={show}
      filterLabel="Search artifacts"
      filters={
        <>
          <OrgSelect
            org={org}
            orgs={orgs}
            onChoose={(id) => void navigate({ search: { connected_org_id: id }, replace: true })}
          />
          <TypeSelect
            value={artifact_type}
            onChange={(type) => show(withFilter(search, { artifact_type: type }))}
          />
          <Toggle
            label="Orphans only"
            checked={orphans === true}
            onChange={(on) => show(withFilter(search, { orphans: on ? true : undefined }))}
          />
        </>
      }
      empty={
        <EmptyState icon={Package} title={`No artifacts in ${org.name} yet`}>
          Artifacts that its repositories produce and consume appear here after the first scan.
        </EmptyState>
      }
    />
  );
}
