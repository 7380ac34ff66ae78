import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { MAX_CLUSTERS } from "./cluster-layers.ts";
import { ClusterLeaders } from "./cluster-leaders.tsx";
import { ClusterList } from "./cluster-list.tsx";
import { nextRunLabel } from "./condition.ts";
import { ClusterMatrixTable } from "./cluster-matrix.tsx";
import { kindInWords, kindsInWords, placeInWords } from "./grouping-words.ts";
import type { Grouping, GraphSearch } from "./graph-search.ts";
import type { GraphView } from "./graph-view.ts";
import { FEW_ROWS } from "./matrix-table.tsx";
import { clusterMatrix } from "./matrix.ts";
import { RiskiestRepository } from "./riskiest-repository.tsx";
import { useIsNarrow } from "../../components/dom.ts";

const route = getRouteApi("/w/$slug/graph");

interface ClustersProps {
  view: GraphView;
  grouping: Grouping;
  search: GraphSearch;
  onLook: (changes: Partial<GraphSearch>) => void;
  onOpen: (key: string, as: "cluster") => void;
}

/** The clusters of an organization: a matrix, with the riskiest repositories where it leaves room, or a list on phones. */
export function Clusters({ view, grouping, search: { order, node }, onLook, onOpen }: ClustersProps) {
  const navigate = route.useNavigate();
  const isNarrow = useIsNarrow();
  const matrix = useMemo(() => clusterMatrix(view, grouping, MAX_CLUSTERS), [view, grouping]);
  const nextRun = useMemo(() => nextRunLabel(view.edges), [view]);
  const open = useCallback((key: string) => onOpen(key, "cluster"), [onOpen]);
  const sort = useCallback((by: string) => onLook({ order: by }), [onLook]);
  const select = useCallback((id: string) => onLook({ node: id }), [onLook]);
  const list = useCallback(
    (cluster: string, producer: string) =>
      void navigate({
        search: (current) => ({ ...current, cluster, producer, view: "uses", node: undefined }),
        resetScroll: false,
      }),
    [navigate],
  );
  const kinds = kindsInWords(grouping);
  const riskiest = <RiskiestRepository view={view} />;
  if (isNarrow)
    return (
      <ClusterList
        matrix={matrix}
        nextRun={nextRun}
        place={placeInWords(grouping)}
        riskiest={riskiest}
        kinds={kinds}
        onOpen={open}
        onList={list}
      />
    );
  const kind = kindInWords(grouping);
  return (
    <ClusterMatrixTable
      matrix={matrix}
      nextRun={nextRun}
      place={placeInWords(grouping)}
      riskiest={riskiest}
      kind={kind}
      kinds={kinds}
      order={order}
      onOrder={sort}
      onOpen={open}
      onList={list}
    >
      {matrix.clusters.length <= FEW_ROWS && (
        <ClusterLeaders
          view={view}
          grouping={grouping}
          kind={kind.toLowerCase()}
          limit={MAX_CLUSTERS}
          keys={matrix.clusters.map(({ key }) => key)}
          selected={node}
          onSelect={select}
        />
      )}
    </ClusterMatrixTable>
  );
}
