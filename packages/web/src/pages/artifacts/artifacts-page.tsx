import { listArtifacts } from "@knockon/contract/operations/connected-org";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Package } from "lucide-react";
import { artifactColumns, LAST_ACTIVITY, withValues } from "./artifact-columns.tsx";
import { ARTIFACT_FILTERS } from "./artifact-filters.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { TableSkeleton } from "../../components/loaded.tsx";
import { PageHeader, TabLinks } from "../../components/page-header.tsx";
import { HIGHEST_PIN, LATEST_RELEASE } from "../../format/words.ts";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery, serverSort, withFilter } from "../../list/list-search.ts";
import { SelectedOrg, OrgSelect, TypeSelect } from "../../list/org-select.tsx";
import { useArchived } from "../../subject/use-archived.ts";

const route = getRouteApi("/w/$slug/artifacts");

/** Columns with the same value in each row of a tab. */
const SAME_OF: Record<keyof typeof ARTIFACT_FILTERS, readonly string[]> = {
  used: [],
  unused: ["consumers"],
  external: ["producer"],
};

const DESCRIPTIONS: Record<keyof typeof ARTIFACT_FILTERS, string> = {
  used: "Images, packages, modules and actions that your repositories produce and other repositories use.",
  unused: "What your repositories produce and no scanned repository uses. Uses elsewhere are not known.",
  external: "What your repositories use and none of your organizations produces.",
};

/** The sort order without one in the URL. */
const MOST_CONSUMED = "-consumers";

export function ArtifactsPage() {
  const { connected_org_id, of = "used" } = route.useSearch();
  return (
    <>
      <PageHeader title="Artifacts" description={DESCRIPTIONS[of]} />
      <SelectedOrg
        named={connected_org_id}
        skeleton={<TableSkeleton rows={10} />}
        promise="Artifacts that its repositories produce and consume appear here."
      >
        {(org, orgs) => <ArtifactsOfOrg key={of} org={org} orgs={orgs} />}
      </SelectedOrg>
    </>
  );
}

/** The number of artifacts of a tab, without other filters. Null while loading. */
function useCount(org: ConnectedOrg, of: keyof typeof ARTIFACT_FILTERS): { count?: number | null } {
  const { api } = useWorkspace();
  const params = { connected_org_id: org.id };
  const { data, isError } = useQuery({
    ...api.queryPage(listArtifacts, { params, query: { limit: 1, ...ARTIFACT_FILTERS[of] } }),
    staleTime: 60_000,
  });
  return isError ? {} : { count: data?.total ?? null };
}

function ArtifactsOfOrg({ org, orgs }: { org: ConnectedOrg; orgs: readonly ConnectedOrg[] }) {
  const { workspace, api } = useWorkspace();
  const { connected_org_id, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const { q, artifact_type, of } = search;
  const archived = useArchived();
  const versions = of === "external" ? HIGHEST_PIN : LATEST_RELEASE;
  const usual = artifactColumns(workspace.slug, { archived, versions }).filter(
    ({ id }) => !SAME_OF[of ?? "used"].includes(id),
  );
  const columns = of === "unused" ? [...usual, LAST_ACTIVITY] : usual;
  const usualSort = of === "unused" ? LAST_ACTIVITY.id : MOST_CONSUMED;
  const query = {
    ...pageQuery(search),
    ...(q !== undefined && { q }),
    ...(artifact_type !== undefined && { artifact_type }),
    ...ARTIFACT_FILTERS[of ?? "used"],
    ...(of === "unused" && { include: "activity" as const }),
    ...serverSort(columns, search.sort ?? usualSort),
  };
  const params = { connected_org_id: org.id };
  const found = useQuery({
    ...api.queryPage(listArtifacts, { params, query }),
    placeholderData: keepPreviousData,
  });
  const show = (next: typeof search): void =>
    void navigate({ search: { connected_org_id, ...next }, replace: true });
  return (
    <>
      <TabLinks
        label="Artifacts"
        tabs={[
          { id: undefined, text: "Used", ...useCount(org, "used") },
          { id: "unused", text: "Unused", ...useCount(org, "unused") },
          { id: "external", text: "External", ...useCount(org, "external") },
        ]}
        current={of}
        link={(id) => ({
          to: "/w/$slug/artifacts" as const,
          params: { slug: workspace.slug },
          search: { connected_org_id, ...withFilter(search, { of: id }) },
        })}
      />
      <ListPage
        noun="artifacts"
        query={found}
        columns={withValues(columns, found.data?.items ?? [])}
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
          </>
        }
        usualSort={usualSort}
        onExport={() => api.exportCsv(listArtifacts, { params, query })}
        empty={
          <EmptyState icon={Package} title={`No artifacts in ${org.name} yet`}>
            Artifacts that its repositories produce and consume appear here after the first scan.
          </EmptyState>
        }
      />
    </>
  );
}
