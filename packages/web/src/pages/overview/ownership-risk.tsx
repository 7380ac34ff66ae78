import { listOwnershipRisks } from "@knockon/contract/operations/ownership";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useWorkspace } from "../../api/workspace.ts";
import { cx } from "../../components/dom.ts";
import { SkeletonBlock } from "../../components/loaded.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { NO_THRESHOLDS } from "../ownership/no-ownership.tsx";

const NAMED = 3;

/** What is at risk, as by the thresholds of the API. */
export const AT_RISK = "Widely used repositories where one or two people did half of the work.";

/** Scatter plot of ownership risks, and the riskiest of the repositories at risk. */
export function OwnershipRisk({ orgs }: { orgs: readonly ConnectedOrg[] }) {
  const { workspace, api } = useWorkspace();
  const { slug } = workspace;
  const results = useQueries({
    queries: orgs.flatMap(({ id }) =>
      [NO_THRESHOLDS, {}].map((thresholds) => ({
        ...api.queryPage(listOwnershipRisks, {
          params: { connected_org_id: id },
          query: { ...thresholds, limit: 500 },
        }),
        staleTime: 60_000,
      })),
    ),
  });
  const failed = results.find(({ isError }) => isError);
  if (failed) return <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />;
  if (results.some(({ isPending }) => isPending)) return <SkeletonBlock className="h-80" />;
  // The first query of an organization returns all repositories, the second those at risk by the thresholds of the API.
  const pagesOf = (query: 0 | 1) =>
    results.flatMap(({ data }, index) => (index % 2 === query ? (data ?? []) : []));
  const totalOf = (query: 0 | 1): number => pagesOf(query).reduce((sum, { total }) => sum + total, 0);
  const risks = pagesOf(0)
    .flatMap(({ items }) => items)
    .toSorted((a, b) => b.risk_score - a.risk_score);
  const atRisk = new Set(pagesOf(1).flatMap(({ items }) => items.map(({ repository }) => repository.id)));
  if (risks.length === 0) {
    return (
      <p className="rounded-md border p-4 text-13 text-muted">
        Ownership data is not available.{" "}
        <Link to="/w/$slug/ownership" params={{ slug }} className="text-accent hover:underline">
          Learn how to enable it
        </Link>
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-4 rounded-md border p-4">
      <RiskScatter risks={risks} atRisk={atRisk} counts={{ all: totalOf(0), atRisk: totalOf(1) }} />
      <ol className="flex flex-col gap-1.5 border-t pt-3 text-13">
        {(atRisk.size === 0 ? risks : risks.filter(({ repository }) => atRisk.has(repository.id)))
          .slice(0, NAMED)
          .map(({ repository: { id, full_path }, bus_factor, dependent_repositories_total }) => (
            <li key={id} className="flex items-baseline justify-between gap-x-4 max-sm:flex-col">
              <Link
                to="/w/$slug/repositories/$repositoryId"
                params={{ slug, repositoryId: id }}
                search={{ tab: "ownership" }}
                className="flex max-w-full min-w-0 hover:underline"
              >
                <TruncatedName text={full_path} />
              </Link>
              <span className="tabular whitespace-nowrap text-muted">
                {countOf(dependent_repositories_total, "dependent", "dependents")}, bus factor{" "}
                {formatCount(bus_factor)}
              </span>
            </li>
          ))}
      </ol>
    </div>
  );
}

interface Risk {
  repository: { id: string };
  bus_factor: number;
  dependent_repositories_total: number;
}

/** A point for all repositories with the same bus factor and about as many dependents. */
interface Point {
  busFactor: number;
  /** The fewest and the most dependents of its repositories. */
  dependents: readonly [fewest: number, most: number];
  /** Repository IDs. */
  ids: string[];
  /** From 0 to 1, from the bottom left. */
  x: number;
  y: number;
}

/** Higher bus factors share the top row. */
const TOP_BUS_FACTOR = 5;
/** Columns of the chart, so that the links of two points never overlap on a narrow screen. */
const COLUMNS = 8;

/** Position in the chart: dependents on a logarithmic scale, and the bus factor. */
const xOf = (dependents: number, most: number): number =>
  Math.log1p(dependents) / Math.log1p(Math.max(1, most));
/** Ticks and dots use the same columns. */
const columnOf = (dependents: number, most: number): number => Math.round(xOf(dependents, most) * COLUMNS);
const yOf = (busFactor: number): number => (Math.min(busFactor, TOP_BUS_FACTOR) - 1) / (TOP_BUS_FACTOR - 1);

export function scatter(risks: readonly Risk[]): Point[] {
  const most = mostDependents(risks);
  const groups = Map.groupBy(risks, ({ bus_factor, dependent_repositories_total: dependents }) =>
    [Math.min(bus_factor, TOP_BUS_FACTOR), columnOf(dependents, most)].join(" "),
  );
  return [...groups].map(([key, ofPoint]) => {
    const [busFactor = 0, column = 0] = key.split(" ").map(Number);
    const dependents = ofPoint.map((risk) => risk.dependent_repositories_total);
    return {
      busFactor,
      dependents: [Math.min(...dependents), Math.max(...dependents)],
      ids: ofPoint.map(({ repository }) => repository.id),
      x: column / COLUMNS,
      y: yOf(busFactor),
    };
  });
}

const mostDependents = (risks: readonly Risk[]): number =>
  Math.max(1, ...risks.map(({ dependent_repositories_total }) => dependent_repositories_total));

const X_TICKS = [0, 1, 5, 20, 100, 500];
const Y_TICKS = Array.from({ length: TOP_BUS_FACTOR }, (_, index) => index + 1);

const percent = (part: number): string => `${part * 100}%`;
const diameter = (count: number): number => Math.min(24, 8 + 4 * Math.log2(count));

interface RiskScatterProps {
  /** The riskiest of each organization, up to a page. */
  risks: readonly Risk[];
  /** IDs of the repositories at risk. */
  atRisk: ReadonlySet<string>;
  /** Numbers of repositories on all pages. */
  counts: { all: number; atRisk: number };
}

/** Scatter plot of bus factor and dependents. Risky repositories are at the bottom right. Each dot is a link. */
function RiskScatter({ risks, atRisk, counts }: RiskScatterProps) {
  const most = mostDependents(risks);
  const caption = `${counts.atRisk === 0 ? "None" : formatCount(counts.atRisk)} of ${countOf(counts.all, "active repository", "active repositories")} at risk`;
  return (
    <figure>
      <figcaption className="mb-3 text-13">{caption}.</figcaption>
      <div role="group" aria-label={`Bus factor by dependents: ${caption}.`} className="pr-2 pl-7">
        <div className="mb-1 -ml-7 text-12 text-muted">Bus factor</div>
        <div className="relative h-44 border-b border-l">
          {Y_TICKS.map((tick) => (
            <span
              key={tick}
              className="tabular absolute right-full mr-2 translate-y-1/2 text-12 whitespace-nowrap text-muted"
              style={{ bottom: percent(inset(yOf(tick))) }}
            >
              {tick === TOP_BUS_FACTOR ? `${tick}+` : tick}
            </span>
          ))}
          {scatter(risks).map((point) => (
            <Dot
              key={`${point.x} ${point.y}`}
              point={point}
              isAtRisk={point.ids.some((id) => atRisk.has(id))}
            />
          ))}
        </div>
        <div className="relative mt-1 h-4">
          {X_TICKS.filter((tick) => tick <= most).map((tick) => (
            <span
              key={tick}
              className="tabular absolute -translate-x-1/2 text-12 text-muted"
              style={{ left: percent(inset(columnOf(tick, most) / COLUMNS)) }}
            >
              {tick}
            </span>
          ))}
        </div>
        <div className="text-right text-12 text-muted">Dependent repositories</div>
      </div>
    </figure>
  );
}

/** Insets points so that none is clipped. */
const inset = (part: number): number => 0.06 + part * 0.88;

/** Links to the repository or, for several, to the list of them. */
function Dot({ point, isAtRisk }: { point: Point; isAtRisk: boolean }) {
  const { slug } = useWorkspace().workspace;
  const { busFactor, dependents, ids, x, y } = point;
  const size = diameter(ids.length);
  const [fewest, most] = dependents;
  const used =
    fewest === most
      ? countOf(fewest, "dependent", "dependents")
      : `${formatCount(fewest)} to ${countOf(most, "dependent", "dependents")}`;
  const text = `${countOf(ids.length, "repository", "repositories")} with ${used}, bus factor ${busFactor}${busFactor === TOP_BUS_FACTOR ? " or more" : ""}`;
  const [only] = ids.length === 1 ? ids : [];
  return (
    <Link
      {...(only === undefined
        ? {
            to: "/w/$slug/ownership",
            params: { slug },
            search: {
              min_dependents: fewest,
              max_bus_factor: busFactor === TOP_BUS_FACTOR ? NO_THRESHOLDS.max_bus_factor : busFactor,
            },
          }
        : {
            to: "/w/$slug/repositories/$repositoryId",
            params: { slug, repositoryId: only },
            search: { tab: "ownership" },
          })}
      title={text}
      aria-label={text}
      className="absolute flex size-6 -translate-x-1/2 translate-y-1/2 items-center justify-center rounded-full hover:bg-hover"
      style={{ left: percent(inset(x)), bottom: percent(inset(y)) }}
    >
      <span
        className={cx(
          "shrink-0 rounded-full border-2",
          isAtRisk ? "border-danger bg-danger" : "border-slate bg-canvas",
        )}
        style={{ width: size, height: size }}
      />
    </Link>
  );
}
