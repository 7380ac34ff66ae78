import { listOwnershipRiskPeople } from "@knockon/contract/operations/ownership";
import type { OwnershipRiskPerson } from "@knockon/contract/resources/ownership";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { UsersRound } from "lucide-react";
import type { z } from "zod";
import { useWorkspace } from "../../api/workspace.ts";
import { cx } from "../../components/dom.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { Help } from "../../components/help.tsx";
import { SortMark } from "../../components/passes-on.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { countOf, formatCount, formatShare } from "../../format/format.ts";
import { GroupedList } from "../../list/grouped-list.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery } from "../../list/list-search.ts";

const route = getRouteApi("/w/$slug/ownership");

type Person = z.output<typeof OwnershipRiskPerson>;
type Owned = Person["repositories"][number];

/** A repository with the person who did half of its work. */
interface Row {
  person: Person;
  /** Names can be those of several people. */
  personId: string;
  owned: Owned;
}

/** One per repository. Those of a person are adjacent. */
const rowsOf = (people: readonly Person[]): Row[] =>
  people.flatMap((person, index) =>
    person.repositories.map((owned) => ({ person, personId: `${index} ${person.name}`, owned })),
  );

const countPeople = (total: number): string => countOf(total, "person", "people");

/** People who did at least half of the work in repositories. */
export function RiskPeople({ orgId }: { orgId: string }) {
  const { workspace, api } = useWorkspace();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const params = { connected_org_id: orgId };
  const found = useQuery({
    ...api.queryPage(listOwnershipRiskPeople, { params, query: pageQuery(search) }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ListPage
        noun="people"
        query={found}
        columns={[]}
        rowId={({ name }) => name}
        search={{ page: search.page, q: undefined, sort: undefined }}
        onSearch={({ page }) => void navigate({ search: { ...search, page }, replace: true })}
        totalInWords={countPeople}
        onExport={() => api.exportCsv(listOwnershipRiskPeople, { params, query: pageQuery(search) })}
        empty={
          <EmptyState icon={UsersRound} title="No repository depends on one person">
            No repository that others use has a bus factor of 1, or this deployment doesn't rank people
            (OWNERSHIP_PEOPLE_ENABLED).
          </EmptyState>
        }
      >
        {(people) => (
          <GroupedList
            label="People"
            rows={rowsOf(people)}
            groupOf={({ personId }) => personId}
            title={(rows, isOpen) => <PersonTitle rows={rows} isOpen={isOpen} />}
            summary={([{ person }]) => (
              <span className={NUMBER}>
                {formatCount(person.repositories.length)}
                <span className="sm:sr-only">
                  {person.repositories.length === 1 ? " repository" : " repositories"}
                </span>
              </span>
            )}
            count={([{ person }]) => (
              <>
                <span className="text-text">{formatCount(person.dependent_repositories_total)}</span>
                <span className="sm:sr-only">
                  {person.dependent_repositories_total === 1 ? " dependent" : " dependents"}
                </span>
              </>
            )}
            countWidth="sm:min-w-24"
            rowId={({ owned }) => owned.repository.id}
            row={({ owned }) => <OwnedRepository owned={owned} slug={workspace.slug} />}
            header={<Header />}
            openUpTo={0}
          />
        )}
      </ListPage>
      {found.data && found.data.total > 0 && (
        <p className="mt-3 max-w-180 text-12 text-muted">
          The people with the most dependents are first. A repository that depends on several repositories of
          a person counts for each of them. This tab counts all{" "}
          <Link
            to="/w/$slug/ownership"
            params={{ slug: workspace.slug }}
            search={{ connected_org_id: search.connected_org_id, min_dependents: 1, max_bus_factor: 1 }}
            className="underline hover:text-text"
          >
            repositories with a bus factor of 1 and at least one dependent
          </Link>
          . The Repositories tab lists only the most-used ones, with a bus factor of 1 or 2. Use this list to
          plan knowledge sharing, not to compare how much people work.
        </p>
      )}
    </>
  );
}

const NUMBER = "tabular whitespace-nowrap sm:min-w-24 sm:text-right";
/** The person and their repositories. */
const TITLE = "grid min-w-0 flex-1 items-center gap-x-4 sm:grid-cols-[minmax(0,3fr)_minmax(0,6fr)]";

const Header = () => (
  <>
    <span className={cx(TITLE, "pl-6")}>
      <span>Person</span>
      <span className="flex items-center">
        Did at least half of the work in
        <Help of="shares" />
      </span>
    </span>
    <span className={NUMBER}>Repositories</span>
    <span className="inline-flex items-center justify-end gap-1 sm:min-w-24">
      Dependents
      <SortMark isDescending label="most first" />
    </span>
  </>
);

/** Repositories that a folded row names. */
const NAMED = 2;

function PersonTitle({ rows, isOpen }: { rows: readonly [Row, ...Row[]]; isOpen: boolean }) {
  const more = rows.length - NAMED;
  return (
    <span className={TITLE}>
      <span className="wrap-break-word">{rows[0].person.name}</span>
      {!isOpen && (
        <span className="flex min-w-0 items-baseline gap-x-3 font-normal">
          {rows.slice(0, NAMED).map(({ owned }, place) => (
            <span
              key={owned.repository.id}
              className={cx("min-w-0 items-baseline gap-x-1.5", place === 0 ? "flex" : "hidden lg:flex")}
            >
              <TruncatedName text={owned.repository.full_path} />
              <Share of={owned} />
            </span>
          ))}
          {rows.length > 1 && (
            <span className="tabular text-12 whitespace-nowrap text-muted lg:hidden">+{rows.length - 1}</span>
          )}
          {more > 0 && (
            <span className="tabular text-12 whitespace-nowrap text-muted max-lg:hidden">+{more}</span>
          )}
        </span>
      )}
    </span>
  );
}

const Share = ({ of: { top_author_share } }: { of: Owned }) => (
  <span className="tabular text-12 whitespace-nowrap text-muted" title="Share of the work">
    {formatShare(top_author_share)}
  </span>
);

const OwnedRepository = ({ owned, slug }: { owned: Owned; slug: string }) => (
  <span className="flex items-baseline gap-x-4">
    <span className="flex min-w-0 flex-1 items-baseline gap-x-3">
      <Link
        to="/w/$slug/repositories/$repositoryId"
        params={{ slug, repositoryId: owned.repository.id }}
        search={{ tab: "ownership" }}
        className="flex min-w-0 hover:underline"
      >
        <TruncatedName text={owned.repository.full_path} />
      </Link>
      <Share of={owned} />
    </span>
    <span className={cx(NUMBER, "text-muted")}>
      {formatCount(owned.dependent_repositories_total)}
      <span className="sm:sr-only">
        {owned.dependent_repositories_total === 1 ? " dependent" : " dependents"}
      </span>
    </span>
  </span>
);
