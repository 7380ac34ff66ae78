import { describeKind } from "@knockon/contract/check/words";
import { listChangeChecks, listLatentBreaks } from "@knockon/contract/operations/check";
import type { LatentBreak } from "@knockon/contract/resources/check";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { useWorkspace } from "../../api/workspace.ts";
import { ClockBadge } from "../../components/badges.tsx";
import { BreakableName } from "../../components/breakable-name.tsx";
import { Loading, TableSkeleton } from "../../components/loaded.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { TimeAgo, TruncatedName } from "../../components/text.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { withoutRegistry } from "../../format/words.ts";
import { ROW_LINK } from "../../list/columns.tsx";
import { CheckBadge, nameOfChange } from "../checks/check-badge.tsx";
import { countConsumers, effectsInWords, groupOf, groupsByUrgency } from "../latent-breaks/break-groups.ts";

const SHOWN = 4;
const SHOWN_BREAKS = 5;

interface Counted<T> {
  items: readonly T[];
  total: number;
}

/** Lines that fail with the current version of an artifact, one row per missing name. */
export function LatentBreaks({ orgs }: { orgs: readonly ConnectedOrg[] }) {
  const { api } = useWorkspace();
  const found = useQueries({
    queries: orgs.map(({ id }) => ({
      ...api.queryPage(listLatentBreaks, {
        params: { connected_org_id: id },
        query: { limit: 500, sort: "clock" },
      }),
      staleTime: 60_000,
    })),
  });
  return (
    <Merged results={found} empty="No latent breaks found in the names that scans read.">
      {(items, total) => {
        const groups = groupsByUrgency(items);
        return (
          <>
            <ul className="divide-y divide-line rounded-md border text-13">
              {groups.slice(0, SHOWN_BREAKS).map((rows) => (
                <MissingName key={rows[0] && groupOf(rows[0])} rows={rows} />
              ))}
            </ul>
            <p className="mt-2 text-12 text-muted">
              {/* With more lines than were read, there may be more names. */}
              {groups.length > SHOWN_BREAKS &&
                items.length === total &&
                `${SHOWN_BREAKS} of ${formatCount(groups.length)} names, `}
              {countOf(total, "line", "lines")} in total
            </p>
          </>
        );
      }}
    </Merged>
  );
}

/** An artifact, a name that it does not have, the repositories that use the name, how they fail, and when the first of them do. */
function MissingName({ rows }: { rows: readonly LatentBreak[] }) {
  const { slug } = useWorkspace().workspace;
  const [first] = rows;
  if (!first) return null;
  const { consumer, kind, name, producer_artifact: artifact } = first;
  const consumers = countConsumers(rows);
  const earliest = CLOCKS.find((clock) => rows.some((row) => row.clock === clock)) ?? first.clock;
  return (
    <li className="relative flex min-h-11 items-center gap-x-3 gap-y-1 px-3 py-1.5 hover:bg-hover max-sm:flex-wrap">
      <span className="flex min-w-0 flex-1 flex-col max-sm:basis-full">
        <Link to="/w/$slug/latent-breaks" params={{ slug }} search={{ q: artifact.name }} {...ROW_LINK}>
          <TruncatedName text={withoutRegistry(artifact.name)} />
        </Link>
        <span className="flex min-w-0 flex-col text-12 text-muted">
          <span>
            {describeKind(kind)} <BreakableName text={name} />, {effectsInWords(rows)}
          </span>
          <span className="flex min-w-0 items-center gap-1">
            <ArrowRight aria-hidden className="size-3 shrink-0" />
            <span className="sr-only">used by</span>
            {consumers === 1 ? (
              <TruncatedName small text={consumer.full_path} />
            ) : (
              countOf(consumers, "repository", "repositories")
            )}
          </span>
        </span>
      </span>
      <ClockBadge
        clock={earliest}
        {...(consumers > 1 && {
          count: countConsumers(rows.filter(({ clock }) => clock === earliest)),
        })}
      />
    </li>
  );
}

/** The latest checks of pull requests. */
export function RecentChecks({ orgs }: { orgs: readonly ConnectedOrg[] }) {
  const { workspace, api } = useWorkspace();
  const found = useQueries({
    queries: orgs.map(({ id }) => ({
      ...api.queryPage(listChangeChecks, { params: { connected_org_id: id }, query: { limit: SHOWN } }),
      staleTime: 60_000,
    })),
  });
  return (
    <Merged results={found} empty="No pull requests checked yet.">
      {(items) => (
        <ul className="divide-y divide-line rounded-md border text-13">
          {items
            .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
            .slice(0, SHOWN)
            .map((check) => (
              <li
                key={check.id}
                className="relative flex min-h-11 items-center gap-x-3 gap-y-1 px-3 py-1.5 hover:bg-hover max-sm:flex-wrap"
              >
                <span className="flex min-w-0 flex-1 flex-col max-sm:basis-full">
                  <Link
                    to="/w/$slug/checks/$checkId"
                    params={{ slug: workspace.slug, checkId: check.id }}
                    {...ROW_LINK}
                  >
                    <TruncatedName text={`${check.repository.full_path} ${nameOfChange(check)}`} />
                  </Link>
                  <span className="truncate text-12 text-muted">{check.title}</span>
                </span>
                <span className="text-12 text-muted max-sm:hidden">
                  <TimeAgo at={check.created_at} />
                </span>
                <CheckBadge check={check} />
              </li>
            ))}
        </ul>
      )}
    </Merged>
  );
}

interface MergedProps<T> {
  /** One per organization. */
  results: readonly UseQueryResult<{ items: T[]; total: number }>[];
  empty: string;
  children: (items: readonly T[], total: number) => ReactNode;
}

/** The lists of all organizations as one. */
function Merged<T>({ results, empty, children }: MergedProps<T>) {
  const failed = results.find(({ isError }) => isError);
  if (failed) return <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />;
  if (results.some(({ isPending }) => isPending)) {
    return (
      <Loading>
        <TableSkeleton rows={1} />
      </Loading>
    );
  }
  const pages = results.flatMap(({ data }): Counted<T>[] => (data ? [data] : []));
  const total = pages.reduce((sum, page) => sum + page.total, 0);
  if (total === 0) return <p className="rounded-md border p-4 text-13 text-muted">{empty}</p>;
  return children(
    pages.flatMap(({ items }) => items),
    total,
  );
}
