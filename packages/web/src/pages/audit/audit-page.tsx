import { listAuditEvents } from "@knockon/contract/operations/workspace";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { AREAS } from "./audit-event.ts";
import { EventRow } from "./event-row.tsx";
import { useMembers, useWorkspace } from "../../api/workspace.ts";
import { RequireRole } from "../../components/access.tsx";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Select } from "../../components/fields.tsx";
import { Loaded, TableSkeleton } from "../../components/loaded.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ExportButton, Pager } from "../../list/list-page.tsx";
import { pageQuery, withFilter } from "../../list/list-search.ts";

const route = getRouteApi("/w/$slug/settings/audit");
/** Page size. */
const EVENTS = 100;

export const AuditPage = () => (
  <>
    <PageHeader title="Audit log" description="A read-only record of who changed what, and when." />
    <RequireRole
      least="admin"
      title="Only admins and the owner can view the audit log"
      reason="The audit log shows the activity of all members."
    >
      <AuditLog />
    </RequireRole>
  </>
);

function AuditLog() {
  const { workspace, api } = useWorkspace();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { area, actor } = search;
  const params = { workspace_id: workspace.id };
  const query = { ...pageQuery(search, EVENTS), ...(area && { area }), ...(actor && { actor_id: actor }) };
  const found = useQuery({
    ...api.queryPage(listAuditEvents, { params, query }),
    placeholderData: keepPreviousData,
  });
  const change = (changes: Partial<typeof search>): void =>
    void navigate({ search: withFilter({ ...search, event: undefined }, changes), replace: true });
  return (
    <>
      <div role="search" className="mb-3 flex flex-wrap items-center gap-2">
        <span className="flex min-w-0 flex-1 gap-2 *:min-w-0 sm:contents">
          <Select
            bare
            label="Category"
            value={area ?? ""}
            options={[{ value: "", text: "All categories" }, ...AREAS]}
            onChange={(value) => change({ area: value === "" ? undefined : value })}
          />
          <ActorChoice value={actor} onChange={(value) => change({ actor: value })} />
        </span>
        <span className="ml-auto">
          <ExportButton onExport={() => api.exportCsv(listAuditEvents, { params, query })} />
        </span>
      </div>
      <Loaded query={found} skeleton={<TableSkeleton rows={12} />}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState
              icon={SearchX}
              title="No matching events"
              action={
                <Button onClick={() => change({ area: undefined, actor: undefined })}>Clear filters</Button>
              }
            >
              Try a different search or clear the filters.
            </EmptyState>
          ) : (
            <>
              <ol
                aria-label={`${total} events, newest first`}
                className="divide-y divide-line rounded-md border"
              >
                {items.map((event) => (
                  <EventRow key={event.id} event={event} isOpen={event.id === search.event} />
                ))}
              </ol>
              <Pager
                page={search.page ?? 1}
                size={EVENTS}
                total={total}
                onPage={(page) => change({ page })}
              />
            </>
          )
        }
      </Loaded>
    </>
  );
}

interface ActorSelectProps {
  value: string | undefined;
  onChange: (actor: string | undefined) => void;
}

function ActorChoice({ value, onChange }: ActorSelectProps) {
  const members = useMembers() ?? [];
  const options = members.map(({ user_id, full_name }) => ({ value: user_id, text: full_name }));
  // The URL may contain an API key or a former member.
  const isListed = value === undefined || options.some((option) => option.value === value);
  return (
    <Select
      bare
      label="Actor"
      value={value ?? ""}
      options={[
        { value: "", text: "All actors" },
        ...options,
        ...(isListed ? [] : [{ value, text: "Unknown actor" }]),
      ]}
      onChange={(actor) => onChange(actor === "" ? undefined : actor)}
    />
  );
}
