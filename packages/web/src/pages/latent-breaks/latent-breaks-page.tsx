import { describeKind, EFFECT_WORDS } from "@knockon/contract/check/words";
import { listLatentBreaks } from "@knockon/contract/operations/check";
import type { LatentBreak } from "@knockon/contract/resources/check";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useWorkspace } from "../../api/workspace.ts";
import { ClockBadge } from "../../components/badges.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { DeclarationLocation } from "../../components/evidence-link.tsx";
import { ConfidenceBar } from "../../components/figures.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { sentenceCase } from "../../format/words.ts";
import { type Column, RepositoryRowLink } from "../../list/columns.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { OrgListPage } from "../../list/org-list-page.tsx";
import { pageQuery, serverSort } from "../../list/list-search.ts";
import { OrgSelect } from "../../list/org-select.tsx";

const route = getRouteApi("/w/$slug/latent-breaks");

export function LatentBreaksPage() {
  const { connected_org_id } = route.useSearch();
  return (
    <OrgListPage
      title="Latent breaks"
      description="Names that repositories pass to an artifact or read from it, although its current version does not have them."
      named={connected_org_id}
      promise="Lines that fail with the current version of an artifact appear here."
    >
      {(org, orgs) => <LatentBreaksOfOrg org={org} orgs={orgs} />}
    </OrgListPage>
  );
}

/** The latent breaks of an organization. */
function LatentBreaksOfOrg({ org, orgs }: { org: ConnectedOrg; orgs: readonly ConnectedOrg[] }) {
  const { api } = useWorkspace();
  const { connected_org_id, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const query = {
    ...pageQuery(search),
    ...(search.q !== undefined && { q: search.q }),
    ...serverSort(COLUMNS, search.sort),
  };
  const params = { connected_org_id: org.id };
  const found = useQuery({
    ...api.queryPage(listLatentBreaks, { params, query }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      noun="latent breaks"
      query={found}
      columns={COLUMNS}
      rowId={({ consumer, use, producer_artifact: { artifact_type, name: artifact }, kind, name }) =>
        [consumer.id, use.file, use.line, use.declaration.line, artifact_type, artifact, kind, name].join(" ")
      }
      search={search}
      onSearch={(next) => void navigate({ search: { connected_org_id, ...next }, replace: true })}
      filterLabel="Search repositories and names"
      filters={
        <OrgSelect
          org={org}
          orgs={orgs}
          onChoose={(id) => void navigate({ search: { connected_org_id: id }, replace: true })}
        />
      }
      onExport={() => api.exportCsv(listLatentBreaks, { params, query })}
      empty={
        <EmptyState icon={CircleCheck} title="No latent breaks">
          A latent break is a line that passes or reads a name, such as an input or a variable, that the
          current version of an artifact does not have. The repositories of {org.name} have none.
        </EmptyState>
      }
    />
  );
}

const COLUMNS = [
  {
    id: "consumer",
    header: "Consumer",
    width: "w-full md:w-1/5",
    sort: "consumer",
    cell: ({ consumer }) => <RepositoryRowLink id={consumer.id} text={consumer.full_path} />,
  },
  {
    id: "name",
    header: "Missing name",
    width: "min-w-40 md:w-1/4",
    sort: "name",
    cell: ({ kind, name, producer_artifact: artifact }) => (
      <span className="flex min-w-0 flex-col">
        <TruncatedName text={name} />
        <span className="truncate text-12 text-muted" title={artifact.name}>
          {describeKind(kind)} of {artifact.name}
        </span>
      </span>
    ),
  },
  {
    id: "clock",
    header: "When",
    from: "sm",
    width: "min-w-34",
    sort: "clock",
    cell: ({ clock }) => <ClockBadge clock={clock} />,
  },
  {
    id: "effect",
    header: "How it fails",
    from: "lg",
    width: "lg:w-1/6",
    sort: "effect",
    cell: ({ effect }) => (
      <span className="block truncate text-muted" title={EFFECT_WORDS[effect]}>
        {sentenceCase(EFFECT_WORDS[effect])}
      </span>
    ),
  },
  {
    id: "confidence",
    header: "Confidence",
    from: "lg",
    width: "min-w-26",
    sort: "confidence",
    mostFirst: true,
    cell: ({ confidence }) => (
      <span className="relative">
        <ConfidenceBar confidence={confidence} />
      </span>
    ),
  },
  {
    id: "place",
    header: "Evidence",
    from: "md",
    width: "md:w-1/4",
    sort: "file",
    cell: ({ consumer, use, owner }) => (
      <DeclarationLocation repositoryId={consumer.id} file={use.file} line={use.line} owner={owner} />
    ),
  },
] as const satisfies Column<LatentBreak>[];
