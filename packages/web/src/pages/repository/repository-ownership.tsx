import { getOwnership } from "@knockon/contract/operations/ownership";
import type { Ownership } from "@knockon/contract/resources/ownership";
import type { Repository } from "@knockon/contract/resources/repository";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { declaredOwners } from "./declared-owners.ts";
import { useFigures } from "./use-figures.ts";
import { useHasRole, useWorkspace } from "../../api/workspace.ts";
import { Badge } from "../../components/badges.tsx";
import { Button } from "../../components/button.tsx";
import { Help } from "../../components/help.tsx";
import { Loaded, SkeletonBlock, TableSkeleton } from "../../components/loaded.tsx";
import { TimeAgo } from "../../components/text.tsx";
import { formatCount, formatDay, formatShare } from "../../format/format.ts";
import { peopleCount } from "../../format/words.ts";
import type { Column } from "../../list/columns.tsx";
import { DataTable } from "../../list/data-table.tsx";
import { Pager } from "../../list/list-page.tsx";
import { pageQuery } from "../../list/list-search.ts";
import { NoContributors, NoOwnershipData } from "../ownership/no-ownership.tsx";
import { findSameNames } from "../ownership/same-person.ts";
import { Automation, CorrectPerson } from "../ownership/person-corrections.tsx";

const route = getRouteApi("/w/$slug/repositories/$repositoryId");

/** Bus factor, contributors and the owners that CODEOWNERS names. */
export function RepositoryOwnership({ repository }: { repository: Repository }) {
  const { api } = useWorkspace();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const params = { repository_id: repository.id };
  const found = useQuery({
    ...api.queryPage(getOwnership, { params, query: pageQuery(search) }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={found} skeleton={<TableSkeleton />}>
      {({ items: ownership, total }) => (
        <div className="flex flex-col gap-4">
          <DeclaredOwners repository={repository} teams={ownership.teams} />
          {ownership.bus_factor > 0 ? (
            <BusFactor ownership={ownership} />
          ) : ownership.computed_at === null ? (
            <NoOwnershipData />
          ) : (
            <NoContributors />
          )}
          {ownership.contributors.length > 0 && (
            <div>
              <Contributors total={total} contributors={ownership.contributors} />
              <Pager
                page={search.page ?? 1}
                total={total}
                onPage={(page) => void navigate({ search: { ...search, page }, resetScroll: false })}
              />
            </div>
          )}
          <Automation authors={ownership.automation} />
        </div>
      )}
    </Loaded>
  );
}

function Contributors({ total, contributors }: { total: number; contributors: Ownership["contributors"] }) {
  const isAdmin = useHasRole("admin");
  const [areAllShown, setAllShown] = useState(false);
  // The server orders by the plain number of commits. A list of several pages keeps that order.
  const isWhole = contributors.length === total;
  const ordered = isWhole ? contributors.toSorted((a, b) => b.share - a.share) : contributors;
  const minor = isWhole ? ordered.filter(({ share }) => share < MINOR_SHARE) : [];
  const isFolded = minor.length > 1 && !areAllShown;
  const columns = useMemo(
    () =>
      isAdmin
        ? [nameColumn(contributors), ...CONTRIBUTOR_COLUMNS, correctionColumn(contributors)]
        : [nameColumn([]), ...CONTRIBUTOR_COLUMNS],
    [isAdmin, contributors],
  );
  return (
    <>
      <DataTable
        caption={`${total} contributors`}
        columns={columns}
        rows={isFolded ? ordered.slice(0, -minor.length) : ordered}
        rowId={({ person_key }) => person_key}
      />
      {isFolded && (
        <p className="mt-2 flex flex-wrap items-center justify-between gap-2 text-13 text-muted">
          {formatCount(minor.length)} others, together{" "}
          {formatShare(minor.reduce((sum, { share }) => sum + share, 0))} of the work
          <Button onClick={() => setAllShown(true)}>Show all contributors</Button>
        </p>
      )}
    </>
  );
}

/** People below it are summed up. */
const MINOR_SHARE = 0.01;

function BusFactor({ ownership }: { ownership: Ownership }) {
  const { bus_factor, top_author, departed_share, window, computed_at } = ownership;
  return (
    <div>
      <div className="flex items-start gap-1">
        <p className="text-16">
          <strong className="font-semibold">{peopleCount(bus_factor)}</strong>{" "}
          {bus_factor === 1 ? "accounts" : "account"} for half of the work.
          {top_author && ` Top contributor: ${top_author.name} (${formatShare(top_author.share)}).`}
        </p>
        <Help of="shares">
          {window && `Commits from ${formatDay(window.start)} to ${formatDay(window.end)}. `}
          {computed_at !== null && (
            <>
              Analyzed <TimeAgo at={computed_at} />.
            </>
          )}
        </Help>
      </div>
      <p className="mt-1 text-13 text-muted">
        {departed_share !== null && (
          <>
            <span className="text-text">
              {formatShare(departed_share)} of the work of the last three years was done by people with no
              commits here in the past year.
            </span>{" "}
          </>
        )}
        Older work counts less: a commit loses half of its weight each year. Shares are rounded.
      </p>
    </div>
  );
}

/** The owners of most files by CODEOWNERS, as in the facts beside it, and its other teams. */
function DeclaredOwners({ repository, teams }: { repository: Repository; teams: readonly string[] }) {
  const figures = useFigures(repository);
  if (figures === undefined) return <SkeletonBlock className="h-5.5 w-64 max-w-full" />;
  const names = declaredOwners(figures?.owner, teams);
  if (names.length === 0) return <Line>No owner in CODEOWNERS</Line>;
  return (
    <Line>
      CODEOWNERS
      {names.map((name) => (
        <Badge key={name}>
          <span className="font-mono">{name}</span>
        </Badge>
      ))}
    </Line>
  );
}

const Line = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-5.5 flex-wrap items-center gap-2 text-13 text-muted">{children}</div>
);

type Contributor = Ownership["contributors"][number];

const othersThan = (person: Contributor, contributors: readonly Contributor[]) =>
  contributors.filter(({ person_key }) => person_key !== person.person_key);

/** The name, with a hint where another one of `corrected` can be the same person. */
function nameColumn(corrected: readonly Contributor[]): Column<Contributor> {
  const sameNames = findSameNames(corrected);
  return {
    id: "name",
    header: "Contributor",
    width: "w-full sm:w-1/3",
    cell: (person) => (
      <span className="flex flex-wrap items-center gap-x-2">
        <span className="min-w-0 font-medium whitespace-normal wrap-anywhere" title={person.name}>
          {person.name}
        </span>
        {sameNames.has(person.person_key) && (
          <CorrectPerson
            person={person}
            others={othersThan(person, corrected)}
            sameName={sameNames.get(person.person_key)}
          />
        )}
      </span>
    ),
  };
}

const CONTRIBUTOR_COLUMNS: Column<Contributor>[] = [
  {
    id: "share",
    header: "Share of the work",
    narrowHeader: "Share",
    width: "min-w-16 sm:w-1/2 max-sm:text-right",
    cell: ({ share }) => (
      <span className="flex items-center justify-end gap-3">
        <span
          aria-hidden
          className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-hover max-sm:hidden"
        >
          <span className="block h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
        </span>
        <span className="tabular w-10 shrink-0 text-right">{formatShare(share)}</span>
      </span>
    ),
  },
  {
    id: "commits",
    header: "All commits",
    narrowHeader: "Commits",
    align: "right",
    width: "min-w-18 sm:min-w-28",
    cell: ({ commit_count }) => formatCount(commit_count),
  },
];

const correctionColumn = (contributors: readonly Contributor[]): Column<Contributor> => ({
  id: "correct",
  header: "Edit",
  align: "right",
  width: "min-w-14",
  cell: (person) => <CorrectPerson person={person} others={othersThan(person, contributors)} />,
});
