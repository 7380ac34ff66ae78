import { getOwnership } from "@knockon/contract/operations/ownership";
import type { Ownership } from "@knockon/contract/resources/ownership";
import type { Repository } from "@knockon/contract/resources/repository";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Badge } from "../../components/badge.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { TableSkeleton } from "../../components/skeleton.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { formatDay } from "../../format/day.ts";
import { restsOn } from "../../format/rests-on.ts";
import { formatShare } from "../../format/share.ts";
import { DataTable } from "../../list/data-table.tsx";
import { pageQuery } from "../../list/list-search.ts";
import { Pager } from "../../list/pager.tsx";
import { NobodyKnown } from "../ownership/nobody-known.tsx";
import { CONTRIBUTOR_COLUMNS } from "./contributor-columns.tsx";

const route = getRouteApi("/w/$slug/repositories/$repositoryId");

/** On whom it rests, and which teams CODEOWNERS names. */
export function RepositoryOwnership({ repository }: { repository: Repository }) {
  const { api } = useWorkspace();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const params = { repository_id: repository.id };
  const found = useQuery({
    ...api.askPage(getOwnership, { params, query: pageQuery(search) }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={found} skeleton={<TableSkeleton />}>
      {({ items: ownership, total }) => (
        <div className="flex flex-col gap-4">
          {ownership.bus_factor === 0 ? <NobodyKnown /> : <WhatItRestsOn ownership={ownership} />}
          <Teams teams={ownership.teams} />
          {ownership.contributors.length > 0 && (
            <div>
              <DataTable
                caption={`${total} contributors`}
                columns={CONTRIBUTOR_COLUMNS}
                rows={ownership.contributors}
                rowId={({ name, commit_count, share }) => `${name} ${commit_count} ${share}`}
              />
              <Pager
                page={search.page ?? 1}
                total={total}
                onPage={(page) => void navigate({ search: { ...search, page }, resetScroll: false })}
              />
            </div>
          )}
        </div>
      )}
    </Loaded>
  );
}

function WhatItRestsOn({ ownership }: { ownership: Ownership }) {
  const { bus_factor, top_author, departed_share, window, computed_at } = ownership;
  return (
    <div>
      <p className="text-16">
        <strong className="font-semibold">{restsOn(bus_factor)}</strong>{" "}
        {bus_factor === 1 ? "accounts" : "account"} for half of the work.
        {top_author && ` Top contributor: ${top_author.name} (${formatShare(top_author.share)}).`}
      </p>
      <p className="mt-1 text-13 text-muted">
        {departed_share !== null &&
          `${formatShare(departed_share)} of the work of the last three years was done by people with no commits here in the past year. `}
        Older work counts less. Bots and agents are excluded.
        {window && ` Commits from ${formatDay(window.start)} to ${formatDay(window.end)}`}
        {computed_at !== null && (
          <>
            , analyzed <TimeAgo at={computed_at} />
          </>
        )}
        {window && "."}
      </p>
    </div>
  );
}

function Teams({ teams }: { teams: readonly string[] }) {
  if (teams.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-13">
      <span className="text-muted">CODEOWNERS teams</span>
      {teams.map((team) => (
        <Badge key={team}>
          <span className="font-mono">{team}</span>
        </Badge>
      ))}
    </div>
  );
}
