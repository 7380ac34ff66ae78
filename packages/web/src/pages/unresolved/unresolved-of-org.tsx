import { listUnresolvedDeclarations } from "@knockon/contract/operations/connected-org";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { UNRESOLVED_REASONS } from "@knockon/contract/vocabulary/evidence";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Choice } from "../../components/choice.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { REASON_WORDS } from "../../format/reason-words.ts";
import { sentenceCase } from "../../format/words.ts";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery, withFilter } from "../../list/list-search.ts";
import { OrgChoice } from "../../list/one-org.tsx";
import { TypeChoice } from "../../list/type-choice.tsx";
import { UNRESOLVED_COLUMNS } from "./unresolved-columns.tsx";

const route = getRouteApi("/w/$slug/unresolved");

const REASONS = [
  { value: "" as const, text: "All reasons" },
  ...UNRESOLVED_REASONS.map((reason) => ({ value: reason, text: sentenceCase(REASON_WORDS[reason].short) })),
];

/** Every declaration of the org that leads nowhere, and why. */
export function UnresolvedOfOrg({ org, orgs }: { org: ConnectedOrg; orgs: readonly ConnectedOrg[] }) {
  const { api } = useWorkspace();
  const { connected_org_id, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const { q, artifact_type, reason } = search;
  const query = {
    ...pageQuery(search),
    ...(q !== undefined && { q }),
    ...(artifact_type !== undefined && { artifact_type }),
    ...(reason !== undefined && { reason }),
  };
  const found = useQuery({
    ...api.askPage(listUnresolvedDeclarations, { params: { connected_org_id: org.id }, query }),
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
          <OrgChoice
            org={org}
            orgs={orgs}
            onChoose={(id) => void navigate({ search: { connected_org_id: id }, replace: true })}
          />
          <Choice
            bare
            label="Reason"
            value={reason ?? ""}
            options={REASONS}
            onChange={(value) => show(withFilter(search, { reason: value === "" ? undefined : value }))}
          />
          <TypeChoice
            value={artifact_type}
            onChange={(type) => show(withFilter(search, { artifact_type: type }))}
          />
        </>
      }
      empty={
        <EmptyState icon={CircleCheck} title="No unresolved declarations">
          Every declaration in {org.name} resolves to a repository in this workspace.
        </EmptyState>
      }
    />
  );
}
