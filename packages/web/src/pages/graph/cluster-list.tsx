import { ChevronRight } from "lucide-react";
import { Count } from "./matrix-cells.tsx";
import { type MatrixTableProps, namesOf, pairInWords, producersOf } from "./matrix-table.tsx";
import { byUses, type MatrixCluster } from "./matrix.ts";
import { EcosystemIcon } from "../../components/ecosystem.tsx";
import { countOf } from "../../format/format.ts";

type ClusterListProps = Pick<MatrixTableProps, "matrix" | "onOpen" | "onList">;

/** Of each cluster, in a list. */
const SHOWN_PAIRS = 3;

/** The matrix on a phone: clusters, those that others use most on the next run first, each with what it uses most. */
export function ClusterList({ matrix, onOpen, onList }: ClusterListProps) {
  return (
    <section aria-label="Graph" className="absolute inset-0 overflow-y-auto bg-sunken px-4 pb-4">
      <h2 className="flex h-10 items-center justify-between text-12 font-medium text-muted">
        Most used on next run first
        <span className="tabular">{countOf(matrix.clusters.length, "cluster", "clusters")}</span>
      </h2>
      <ol className="flex flex-col gap-3">
        {matrix.clusters.map((cluster) => (
          <li key={cluster.key} className="overflow-hidden rounded-md border bg-raised">
            <Cluster matrix={matrix} cluster={cluster} onOpen={onOpen} onList={onList} />
          </li>
        ))}
      </ol>
      {matrix.idle > 0 && (
        <p className="pt-3 text-12 text-muted">
          Without dependencies: {countOf(matrix.idle, "repository", "repositories")}.
        </p>
      )}
    </section>
  );
}

function Cluster({ matrix, cluster, onOpen, onList }: ClusterListProps & { cluster: MatrixCluster }) {
  const { key, title, ecosystem, repositories, used } = cluster;
  const nameOf = namesOf(matrix.clusters);
  const pairs = producersOf(matrix, nameOf)
    .map((producer) => ({ ...producer, uses: producer.usesBy(cluster) }))
    .filter((producer) => producer.key !== key && producer.uses.count > 0)
    .toSorted((a, b) => byUses(a.uses, b.uses))
    .slice(0, SHOWN_PAIRS);
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
            {used.count > 0 && (
              <>
                {" · used by others "}
                <Count uses={used} />
              </>
            )}
          </span>
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
      </button>
      {pairs.length > 0 && (
        <ul aria-label={`${title} uses`} className="border-t py-1">
          {pairs.map(({ key: producer, name, title: named, uses }) => (
            <li key={producer}>
              <button
                type="button"
                aria-label={pairInWords(title, named, uses)}
                onClick={() => onList(key, producer)}
                className="flex min-h-8 w-full items-center gap-2 px-3 text-left text-12 -outline-offset-2"
              >
                <span className="min-w-0 grow truncate">
                  <span className="text-muted">uses</span> {name}
                </span>
                <Count uses={uses} room={PAIR_ROOM} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** For the second numbers of pairs. */
const PAIR_ROOM = 4;
