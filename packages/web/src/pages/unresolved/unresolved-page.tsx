import { listUnresolvedDeclarations } from "@knockon/contract/operations/connected-org";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import type { UnresolvedDeclaration } from "@knockon/contract/resources/repository";
import { UNRESOLVED_REASONS } from "@knockon/contract/vocabulary/evidence";
import { MENTION_ROLES } from "@knockon/contract/vocabulary/role";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import type { z } from "zod";
import { useWorkspace } from "../../api/workspace.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { DeclarationLocation } from "../../components/evidence-link.tsx";
import { Select } from "../../components/fields.tsx";
import { inHeading, REASON_WORDS, sentenceCase } from "../../format/words.ts";
import { type Column, RepositoryRowLink } from "../../list/columns.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { OrgListPage } from "../../list/org-list-page.tsx";
import { pageQuery, withFilter } from "../../list/list-search.ts";
import { OrgSelect, TypeSelect } from "../../list/org-select.tsx";

const route = getRouteApi("/w/$slug/unresolved");

export function UnresolvedPage() {
  const { connected_org_id } = route.useSearch();
  return (
    <OrgListPage
      title="Unresolved"
      description="Declarations that name something of your organizations, but no repository in this workspace produces it."
      named={connected_org_id}
      promise="Declarations of your organizations with no known producer appear here."
    >
      {(org, orgs) => <UnresolvedOfOrg org={org} orgs={orgs} />}
    </OrgListPage>
  );
}

/** An ambiguous declaration has a producer. */
const REASONS = [
  { value: "" as const, text: "Unresolved" },
  ...UNRESOLVED_REASONS.filter((reason) => reason !== "ambiguous").map((reason) => ({
    value: reason,
    text: sentenceCase(REASON_WORDS[reason].short),
  })),
];

const USES = [
  { value: "" as const, text: "Dependencies" },
  { value: "mentions" as const, text: "Mentions" },
];

/** The unresolved declarations of an organization. */
function UnresolvedOfOrg({ org, orgs }: { org: ConnectedOrg; orgs: readonly ConnectedOrg[] }) {
  const { api } = useWorkspace();
  const { connected_org_id, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const { q, artifact_type, reason, uses } = search;
  const query = {
    ...pageQuery(search),
    ...(q !== undefined && { q }),
    ...(artifact_type !== undefined && { artifact_type }),
    ...(reason !== undefined && { reason }),
    ...(uses === "mentions" && { role: MENTION_ROLES.join(",") }),
  };
  const found = useQuery({
    ...api.queryPage(listUnresolvedDeclarations, { params: { connected_org_id: org.id }, query }),
    placeholderData: keepPreviousData,
  });
  const show = (next: typeof search): void =>
    void navigate({ search: { connected_org_id, ...next }, replace: true });
  return (
    <ListPage
      noun="declarations"
      query={found}
      columns={UNRESOLVED_COLUMNS}
      rowId={({ id }) => id}
      search={search}
      onSearch={show}
      filterLabel="Search references"
      filters={
        <>
          <OrgSelect
            org={org}
            orgs={orgs}
            onChoose={(id) => void navigate({ search: { connected_org_id: id }, replace: true })}
          />
          <Select
            bare
            label="Reason"
            value={reason ?? ""}
            options={REASONS}
            onChange={(value) => show(withFilter(search, { reason: value === "" ? undefined : value }))}
          />
          <Select
            bare
            label="Uses"
            value={uses ?? ""}
            options={USES}
            onChange={(value) => show(withFilter(search, { uses: value === "" ? undefined : value }))}
          />
          <TypeSelect
            value={artifact_type}
            onChange={(type) => show(withFilter(search, { artifact_type: type }))}
          />
        </>
      }
      empty={
        <EmptyState icon={CircleCheck} title="No unresolved declarations">
          Everything that {org.name} uses of your organizations resolves to a repository in this workspace.
        </EmptyState>
      }
    />
  );
}

type Unresolved = z.output<typeof UnresolvedDeclaration>;

const UNRESOLVED_COLUMNS: Column<Unresolved>[] = [
  {
    id: "reference",
    header: "Reference",
    width: "w-full md:w-1/3",
    value: ({ raw_reference }) => raw_reference,
    cell: ({ raw_reference, source_repository }) => (
      <RepositoryRowLink id={source_repository.id} text={raw_reference} tab="dependencies" />
    ),
  },
  {
    id: "reason",
    header: "Reason",
    width: "min-w-36 md:min-w-52",
    value: ({ reason }) => reason,
    cell: ({ reason }) =>
      reason && (
        <span className="relative text-muted" title={REASON_WORDS[reason].long}>
          {REASON_WORDS[reason].short}
        </span>
      ),
  },
  {
    id: "type",
    header: "Type",
    from: "lg",
    width: "min-w-36",
    value: ({ dependency_type }) => dependency_type,
    cell: ({ dependency_type }) => (
      <span className="block truncate text-muted">{inHeading(dependency_type)}</span>
    ),
  },
  {
    id: "place",
    header: "Evidence",
    from: "md",
    width: "md:w-2/5",
    value: ({ source_repository, source_file }) => `${source_repository.full_path} ${source_file}`,
    cell: ({ source_repository, source_file, source_line }) => (
      <DeclarationLocation
        repositoryId={source_repository.id}
        file={source_file}
        line={source_line}
        raw={source_repository.full_path}
      />
    ),
  },
];
