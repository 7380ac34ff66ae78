import { listChangeChecks, listLatentBreaks } from "@knockon/contract/operations/check";
import type { LatentBreak } from "@knockon/contract/resources/check";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useWorkspace } from "../../api/workspace.ts";
import { ClockBadge } from "../../components/badges.tsx";
import { Loading, TableSkeleton } from "../../components/loaded.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { TimeAgo, TruncatedName } from "../../components/text.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { withoutRegistry } from "../../format/words.ts";
import { ROW_LINK } from "../../list/columns.tsx";
import { CheckBadge } from "../checks/check-badge.tsx";

const SHOWN = 4;

interface Counted<T> {
  items: readonly T[];
  total: number;
}

/** Lines that fail with the current version of an artifact, one row per consumer and missing name. */
export function LatentBreaks({ orgs }: { orgs: readonly ConnectedOrg[] }) {
  const { workspace, api } = useWorkspace();
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
    <Merged results={found} empty="No line passes a name that an artifact no longer has.">
      {(items, total) => (
        <>
          <ul className="divide-y divide-line rounded-md border text-13">
            {onePerConsumer(items)
              .slice(0, SHOWN)
              .map(({ consumer, name, clock, producer_artifact, lines }) => (
                <li
                  key={[consumer.id, producer_artifact.name, name].join(" ")}
                  className="relative flex min-h-11 items-center gap-3 px-3 py-1.5 hover:bg-hover"
                >
                  <span className="flex min-w-0 flex-1 flex-col">
                    <Link
                      to="/w/$slug/latent-breaks"
                      params={{ slug: workspace.slug }}
                      search={{ q: consumer.full_path }}
                      {...ROW_LINK}
                    >
                      <TruncatedName text={consumer.full_path} />
                    </Link>
                    <span className="flex min-w-0 items-baseline gap-1 text-12 text-muted">
                      <span className="max-w-1/2 shrink-0 truncate">{name} of</span>
                      <TruncatedName small text={withoutRegistry(producer_artifact.name)} />
                      {lines > 1 && (
                        <span className="shrink-0 max-sm:hidden">· {formatCount(lines)} lines</span>
                      )}
                    </span>
                  </span>
                  <ClockBadge clock={clock} />
                </li>
              ))}
          </ul>
          <p className="mt-2 text-12 text-muted">{countOf(total, "line", "lines")} in total</p>
        </>
      )}
    </Merged>
  );
}

/** Merges the lines of a consumer that need the same missing name. The fastest line is the first. */
const onePerConsumer = (breaks: readonly LatentBreak[]): (LatentBreak & { lines: number })[] =>
  [
    ...Map.groupBy(breaks, ({ consumer, producer_artifact, kind, name }) =>
      [consumer.id, producer_artifact.name, kind, name].join(" "),
    ).values(),
  ].flatMap((lines) => (lines[0] ? { ...lines[0], lines: lines.length } : []));

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
                className="relative flex min-h-11 items-center gap-3 px-3 py-1.5 hover:bg-hover"
              >
                <span className="flex min-w-0 flex-1 flex-col">
                  <Link
                    to="/w/$slug/checks/$checkId"
                    params={{ slug: workspace.slug, checkId: check.id }}
                    {...ROW_LINK}
                  >
                    <TruncatedName text={`${check.repository.full_path} #${check.number ?? "group"}`} />
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
