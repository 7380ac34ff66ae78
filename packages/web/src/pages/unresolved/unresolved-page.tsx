import { listUnresolvedDeclarations } from "@knockon/contract/operations/connected-org";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import type { UnresolvedDeclaration as Unresolved } from "@knockon/contract/resources/repository";
import { UNRESOLVED_REASONS, type UnresolvedReason } from "@knockon/contract/vocabulary/evidence";
import { MENTION_ROLES } from "@knockon/contract/vocabulary/role";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ArrowDown, CircleCheck } from "lucide-react";
import { countRepositories, groupOf, mostRepositoriesFirst, nameOf } from "./references.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { BreakableName } from "../../components/breakable-name.tsx";
import { cx } from "../../components/dom.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { DeclarationLocation } from "../../components/evidence-link.tsx";
import { Select } from "../../components/fields.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { countOf, formatCount, shortVersion } from "../../format/format.ts";
import { inHeading, REASON_WORDS, sentenceCase } from "../../format/words.ts";
import { GroupedList } from "../../list/grouped-list.tsx";
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
      description={<Description />}
      named={connected_org_id}
      promise="Declarations of your organizations with no known producer appear here."
    >
      {(org, orgs) => <UnresolvedOfOrg org={org} orgs={orgs} />}
    </OrgListPage>
  );
}

function Description() {
  const { slug } = useWorkspace().workspace;
  return (
    <>
      References to your organizations that no scanned repository produces.{" "}
      <Link to="/w/$slug/settings/orgs/new" params={{ slug }} className="underline hover:text-text">
        Connect
      </Link>{" "}
      the repository that does, or correct the declarations.
    </>
  );
}

/** Ambiguous declarations have a producer, and external ones are among the artifacts. */
const REASONS = [
  { value: "" as const, text: "All reasons" },
  ...UNRESOLVED_REASONS.filter((reason) => reason !== "ambiguous" && reason !== "external").map((reason) => ({
    value: reason,
    text: sentenceCase(REASON_WORDS[reason].short),
  })),
];

const USES = [
  { value: "" as const, text: "Dependencies only" },
  { value: "mentions" as const, text: "Mentions only" },
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
    sort: "-occurrences" as const,
  };
  const params = { connected_org_id: org.id };
  const found = useQuery({
    ...api.queryPage(listUnresolvedDeclarations, { params, query }),
    placeholderData: keepPreviousData,
  });
  const show = (next: typeof search): void =>
    void navigate({ search: { connected_org_id, ...next }, replace: true });
  return (
    <>
      <ListPage
        noun="declarations"
        totalInWords={(total) => totalInWords(total, found.data?.items ?? [])}
        query={found}
        columns={[]}
        rowId={({ id }) => id}
        search={search}
        onSearch={show}
        filterLabel="Search references"
        scope={
          uses === "mentions"
            ? "Only mentions are listed, not dependencies."
            : "Only dependencies are listed, not mentions."
        }
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
        onExport={() => api.exportCsv(listUnresolvedDeclarations, { params, query })}
        empty={
          <EmptyState icon={CircleCheck} title="No unresolved declarations">
            Everything that {org.name} uses of your organizations resolves to a repository in this workspace.
          </EmptyState>
        }
      >
        {(items) => <UnresolvedGroups items={items} />}
      </ListPage>
    </>
  );
}

/** `98 references, 498 declarations`. The references of several pages are unknown. */
function totalInWords(total: number, items: readonly Unresolved[]): string {
  const declarations = countOf(total, "declaration", "declarations");
  if (items.length !== total) return declarations;
  return `${countOf(new Set(items.map(groupOf)).size, "reference", "references")}, ${declarations}`;
}

/** What to do about declarations without a producer. */
const NextStep = ({ reason, slug }: { reason: UnresolvedReason; slug: string }) => (
  <p>
    {REASON_WORDS[reason].long} {REASON_WORDS[reason].next}
    {reason === "no_producer" && (
      <>
        {" "}
        <Link to="/w/$slug/settings/orgs/new" params={{ slug }} className="text-accent hover:underline">
          Connect repositories
        </Link>
      </>
    )}
  </p>
);

/** Columns from `sm` on. */
const WIDTHS = {
  version: "sm:w-24",
  repositories: "sm:w-27 sm:text-right",
} as const;

/** The only version, or the number of versions. */
function Versions({ rows }: { rows: readonly Unresolved[] }) {
  const [first = null, ...others] = new Set(rows.map(({ version_constraint }) => version_constraint));
  if (others.length > 0) return countOf(others.length + 1, "version", "versions");
  return first === null ? "no version" : <span title={first}>{shortVersion(first)}</span>;
}

const reasonsOf = (rows: readonly Unresolved[]): UnresolvedReason[] => [
  ...new Set(rows.flatMap(({ reason }) => reason ?? [])),
];

/** Declarations grouped by the artifact that they name. */
function UnresolvedGroups({ items }: { items: readonly Unresolved[] }) {
  const { slug } = useWorkspace().workspace;
  return (
    <GroupedList
      label="References"
      rows={mostRepositoriesFirst(items)}
      groupOf={groupOf}
      rowId={({ id }) => id}
      header={
        <>
          <span className="min-w-0 flex-1 pl-6">Reference</span>
          <span className={WIDTHS.version}>Version</span>
          <span className={cx("inline-flex items-center gap-1 sm:justify-end", WIDTHS.repositories)}>
            Repositories <ArrowDown aria-label="sorted, most first" className="size-3.5 shrink-0" />
          </span>
          <span className="min-w-20 text-right">Declarations</span>
        </>
      }
      title={(rows) => (
        <span className="flex min-w-0 flex-col">
          <BreakableName text={nameOf(rows[0])} />
          <span className="text-12 font-normal text-muted">
            {inHeading(rows[0].dependency_type)}
            {reasonsOf(rows).map((reason) => ` · ${REASON_WORDS[reason].short}`)}
          </span>
        </span>
      )}
      summary={(rows) => (
        <>
          <span className={cx("truncate font-mono text-12 max-sm:hidden", WIDTHS.version)}>
            <Versions rows={rows} />
          </span>
          <span className={cx("tabular whitespace-nowrap", WIDTHS.repositories)}>
            {formatCount(countRepositories(rows))}
            <span className="sm:sr-only">
              {" "}
              {countRepositories(rows) === 1 ? "repository" : "repositories"}
            </span>
          </span>
        </>
      )}
      count={(rows) => (
        <>
          {formatCount(rows.length)}
          <span className="sm:sr-only"> {rows.length === 1 ? "declaration" : "declarations"}</span>
        </>
      )}
      about={([{ reason }]) => reason !== null && <NextStep reason={reason} slug={slug} />}
      row={({ source_repository, source_file, source_line, raw_reference, owner }) => (
        <span className="grid min-w-0 gap-x-4 gap-y-1 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
          <Link
            to="/w/$slug/repositories/$repositoryId"
            params={{ slug, repositoryId: source_repository.id }}
            search={{ tab: "dependencies" }}
            className="flex min-w-0 self-start hover:underline"
          >
            <TruncatedName text={source_repository.full_path} />
          </Link>
          <DeclarationLocation
            repositoryId={source_repository.id}
            file={source_file}
            line={source_line}
            raw={raw_reference}
            owner={owner}
          />
        </span>
      )}
    />
  );
}
