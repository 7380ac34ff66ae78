import { listChangeChecks } from "@knockon/contract/operations/check";
import type { ChangeCheckSummary } from "@knockon/contract/resources/change-check";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { CHECK_CONCLUSIONS } from "@knockon/contract/vocabulary/check";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { GitPullRequest } from "lucide-react";
import { useMemo } from "react";
import { CheckBadge, nameOfChange } from "./check-badge.tsx";
import { useWorkspace } from "../../api/workspace.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { Select } from "../../components/fields.tsx";
import { TimeAgo, TruncatedName } from "../../components/text.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { sentenceCase } from "../../format/words.ts";
import { type Column, ROW_LINK } from "../../list/columns.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { OrgListPage } from "../../list/org-list-page.tsx";
import { OrgSelect } from "../../list/org-select.tsx";
import { pageQuery, withFilter } from "../../list/list-search.ts";

const route = getRouteApi("/w/$slug/checks");
const POLL_MS = 5000;

const CONCLUSIONS = [
  { value: "" as const, text: "All conclusions" },
  ...CHECK_CONCLUSIONS.map((value) => ({ value, text: sentenceCase(value) })),
];

export function ChecksPage() {
  const { connected_org_id } = route.useSearch();
  return (
    <OrgListPage
      title="Checks"
      description="Which repositories recent pull requests reach and break."
      named={connected_org_id}
      promise="Checks of pull requests appear here."
    >
      {(org, orgs) => <ChecksOfOrg org={org} orgs={orgs} />}
    </OrgListPage>
  );
}

/** The checks of an organization, newest first. */
function ChecksOfOrg({ org, orgs }: { org: ConnectedOrg; orgs: readonly ConnectedOrg[] }) {
  const { workspace, api } = useWorkspace();
  const { connected_org_id, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const { repository_id, conclusion } = search;
  const query = {
    ...pageQuery(search),
    ...(repository_id !== undefined && { repository_id }),
    ...(conclusion !== undefined && { conclusion }),
  };
  const found = useQuery({
    ...api.queryPage(listChangeChecks, { params: { connected_org_id: org.id }, query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === "pending") ? POLL_MS : false,
  });
  const columns = useMemo(() => checkColumns(workspace.slug), [workspace.slug]);
  const show = (next: typeof search): void =>
    void navigate({ search: { connected_org_id, ...next }, replace: true });
  return (
    <ListPage
      noun="checks"
      totalInWords={(total) => countOf(total, "check", "checks")}
      query={found}
      columns={columns}
      rowId={({ id }) => id}
      search={{ ...search, q: undefined }}
      onSearch={({ q: _, ...next }) => show(next)}
      onExport={() => api.exportCsv(listChangeChecks, { params: { connected_org_id: org.id }, query })}
      filters={
        <>
          <OrgSelect
            org={org}
            orgs={orgs}
            onChoose={(id) => void navigate({ search: { connected_org_id: id }, replace: true })}
          />
          <Select
            bare
            label="Conclusion"
            value={conclusion ?? ""}
            options={CONCLUSIONS}
            onChange={(chosen) =>
              show(
                withFilter({ ...search, q: undefined }, { conclusion: chosen === "" ? undefined : chosen }),
              )
            }
          />
        </>
      }
      {...(conclusion !== undefined && {
        scope: `Only checks with the conclusion ${sentenceCase(conclusion)} are listed.`,
      })}
      empty={
        <EmptyState icon={GitPullRequest} title="No checks yet">
          Knockon checks a pull request when it is opened or pushed to. {org.name} needs a webhook or the
          GitHub App, with the permissions to write checks and comments.
        </EmptyState>
      }
    />
  );
}

const checkColumns = (slug: string): Column<ChangeCheckSummary>[] => [
  {
    id: "change",
    header: "Pull request",
    width: "w-full",
    cell: (check) => (
      <Link to="/w/$slug/checks/$checkId" params={{ slug, checkId: check.id }} {...ROW_LINK}>
        <span className="flex min-w-0 flex-col">
          <TruncatedName text={`${check.repository.full_path} ${nameOfChange(check)}`} />
          <span className="my-1 flex items-center gap-2 text-12 font-normal text-muted sm:hidden">
            <CheckBadge check={check} />
            {check.reached !== null && `Reaches ${countOf(check.reached, "repository", "repositories")}`}
          </span>
          <span className="text-12 font-normal text-muted sm:truncate">
            <span className="sm:hidden">
              <TimeAgo at={check.created_at} />
              {" · "}
            </span>
            {[check.title, check.author].filter((text) => text !== null).join(" · ")}
          </span>
        </span>
      </Link>
    ),
  },
  {
    id: "conclusion",
    header: "Conclusion",
    from: "sm",
    width: "min-w-32",
    cell: (check) => <CheckBadge check={check} />,
  },
  {
    id: "reached",
    header: "Reached",
    align: "right",
    from: "sm",
    width: "min-w-24",
    cell: ({ reached }) => <Count count={reached} />,
  },
  {
    id: "when",
    header: "When",
    from: "sm",
    width: "min-w-28",
    cell: ({ created_at }) => <TimeAgo at={created_at} />,
  },
];

const Count = ({ count }: { count: number | null }) =>
  count === null ? <span className="text-faint">–</span> : formatCount(count);
