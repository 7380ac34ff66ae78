import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useId, useMemo, useState } from "react";
import { Count, roomFor, roomForNextRun } from "./matrix-cells.tsx";
import { moreUsers, namesOf, pairInWords, restInWords } from "./matrix-names.ts";
import { StrongestPairs } from "./strongest-pairs.tsx";
import type { MatrixTableProps } from "./matrix-table.tsx";
import {
  byUses,
  type ClusterMatrix,
  consumersOf,
  type MatrixCluster,
  namedAmong,
  type StrongestPair,
  strongestPairs,
  sumOfUses,
  type Uses,
} from "./matrix.ts";
import { cx } from "../../components/dom.ts";
import { EcosystemIcon } from "../../components/ecosystem.tsx";
import { countOf } from "../../format/format.ts";

type ClusterListProps = Pick<MatrixTableProps, "matrix" | "kinds" | "onOpen" | "onList"> & {
  /** When dependencies with a second number get a change. */
  nextRun: string;
  /** In which cluster a repository is, where the names of the clusters do not say it. */
  place: string | undefined;
  /** The riskiest repository, above the clusters. */
  riskiest: ReactNode;
};

/** Of each cluster, until someone asks for the others. */
const SHOWN_CONSUMERS = 3;

/** The matrix on a phone: clusters, those that others use most on the next run first, each with who uses it. */
export function ClusterList({ matrix, nextRun, place, riskiest, kinds, onOpen, onList }: ClusterListProps) {
  const named = useMemo(() => Object.values(strongestPairs(matrix) ?? {}), [matrix]);
  return (
    <section aria-label="Graph" className="absolute inset-0 overflow-y-auto bg-sunken px-4 pb-4">
      <h2 className="flex h-10 items-center justify-between text-12 font-medium text-muted">
        Sorted by uses {nextRun.replace("may be", "counts half")}
        <span className="tabular">{countOf(membersOf(matrix), ...kinds)}</span>
      </h2>
      <div className="-mt-1 pb-3 text-12">
        <StrongestPairs matrix={matrix} kinds={kinds} onList={onList} isByProducer>
          {riskiest}
        </StrongestPairs>
        {place !== undefined && <p className="pt-1 text-muted">{place}</p>}
      </div>
      <ol className="flex flex-col gap-3">
        {matrix.clusters.map((cluster) => (
          <li key={cluster.key} className="overflow-hidden rounded-md border bg-raised">
            <Cluster
              matrix={matrix}
              kinds={kinds}
              cluster={cluster}
              named={named}
              onOpen={onOpen}
              onList={onList}
            />
          </li>
        ))}
      </ol>
      {matrix.idle > 0 && (
        <p className="pt-3 text-12 text-muted">
          Unconnected: {countOf(matrix.idle, "repository", "repositories")}.
        </p>
      )}
    </section>
  );
}

/** Also those that the remainder stands for. */
const membersOf = ({ clusters }: ClusterMatrix): number =>
  clusters.reduce((sum, { members }) => sum + members, 0);

interface ClusterProps extends Omit<ClusterListProps, "nextRun" | "place" | "riskiest"> {
  cluster: MatrixCluster;
  /** Pairs that are named above the list. One that is not in a row of its cluster is below these. */
  named: readonly StrongestPair[];
}

function Cluster({ matrix, kinds, cluster, named, onOpen, onList }: ClusterProps) {
  const { key, title, ecosystem, repositories, used, within } = cluster;
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const nameOf = namesOf(matrix.clusters);
  const consumers = consumersOf(matrix, cluster).toSorted(
    (a, b) => Number(a.cluster.isRest) - Number(b.cluster.isRest) || byUses(a.uses, b.uses),
  );
  // One more row takes the place of the one that would name it.
  const isShort = consumers.length <= SHOWN_CONSUMERS + 1;
  const shown = isOpen || isShort ? consumers : consumers.slice(0, SHOWN_CONSUMERS);
  const hidden = consumers.slice(shown.length);
  const rest = sumOfUses(hidden.map(({ uses }) => uses));
  const room = Math.max(
    PAIR_ROOM,
    ...[...shown.map(({ uses }) => uses), rest, within].map((uses) => roomForNextRun(uses)),
  );
  const rowOf = (consumer: MatrixCluster, uses: Uses, children: ReactNode) => (
    <PairRow
      key={consumer.key}
      label={pairInWords(consumer.title, title, uses)}
      uses={uses}
      room={room}
      onClick={() => onList(consumer.key, key)}
    >
      {children}
    </PairRow>
  );
  return (
    <>
      <button
        type="button"
        data-card={key}
        onClick={() => onOpen(key)}
        className="flex min-h-13 w-full items-center gap-2 px-3 py-2 text-left -outline-offset-2"
      >
        {ecosystem && <EcosystemIcon ecosystem={ecosystem} className="size-4.5 shrink-0" />}
        <span className="flex min-w-0 grow flex-col">
          <span className="text-13 font-medium wrap-anywhere">{nameOf(cluster)}</span>
          <span className="tabular text-12 text-muted">
            {countOf(repositories, "repository", "repositories")}
          </span>
        </span>
        <span className="flex shrink-0 flex-col items-end text-12 whitespace-nowrap">
          {used.count > 0 ? (
            <>
              <span className="text-muted">used by others</span>
              <Count uses={used} />
            </>
          ) : (
            <span className="text-muted">not used by others</span>
          )}
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
      </button>
      {consumers.length + within.count > 0 && (
        <ul id={listId} aria-label={`${title} is used by`} className="border-t py-1">
          {shown.map(({ cluster: consumer, uses, users }) =>
            rowOf(
              consumer,
              uses,
              <>
                <span className="text-muted">used by</span>{" "}
                {consumer === cluster
                  ? "each other"
                  : consumer.isRest
                    ? restInWords(consumer, users)
                    : nameOf(consumer)}
              </>,
            ),
          )}
          {!isShort && (
            <li>
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={listId}
                onClick={() => setOpen(!isOpen)}
                className={ROW}
              >
                <span className="flex min-w-0 grow items-center gap-1 font-medium text-accent">
                  {isOpen
                    ? "Show fewer"
                    : moreUsers(
                        hidden.map(({ users }) => users),
                        kinds,
                      )}
                  <ChevronDown aria-hidden className={isOpen ? "size-3.5 rotate-180" : "size-3.5"} />
                </span>
                {!isOpen && <Count uses={rest} room={room} />}
              </button>
            </li>
          )}
          {namedAmong(hidden, cluster, named).map(({ cluster: consumer, uses }) =>
            rowOf(
              consumer,
              uses,
              <>
                <span className="pl-3 text-muted">including</span> {nameOf(consumer)}
              </>,
            ),
          )}
          {within.count > 0 && (
            <li className={cx(ROW, "text-muted")}>
              <span className="grow">used within</span>
              <Count uses={within} room={room} isQuiet />
            </li>
          )}
        </ul>
      )}
    </>
  );
}

interface PairRowProps {
  /** For screen readers. */
  label: string;
  uses: Uses;
  /** Of their second number. */
  room: number;
  onClick: () => void;
  children: ReactNode;
}

/** How often another cluster uses one, which opens their dependencies as a list. */
const PairRow = ({ label, uses, room, onClick, children }: PairRowProps) => (
  <li>
    <button type="button" onClick={onClick} className={ROW}>
      <span className="sr-only">{label}</span>
      <span aria-hidden className="contents">
        <span className="min-w-0 grow truncate">{children}</span>
        <Count uses={uses} room={room} />
      </span>
    </button>
  </li>
);

const ROW = "flex min-h-8 w-full items-center gap-2 px-3 text-left text-12 -outline-offset-2";

/** For the second numbers of pairs, at least. */
const PAIR_ROOM = roomFor("9999?");
