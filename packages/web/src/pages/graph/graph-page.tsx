import { getGraph } from "@knockon/contract/operations/connected-org";
import { listRepositories } from "@knockon/contract/operations/repository";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Share2 } from "lucide-react";
import { type ReactNode, useCallback, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { detailOf } from "./card-text.ts";
import { clusterLayers, clusterMembers, MAX_CLUSTERS, repositoryLayers } from "./cluster-layers.ts";
import { ClusterMatrixTable } from "./cluster-matrix.tsx";
import { columnsIn, fitsInto, rowsIn, sizesOf } from "./drawing.ts";
import { GraphLegend } from "./graph-legend.tsx";
import { type GraphSearch, DEFAULTS, keysOf, neededDepth, toggleIn } from "./graph-search.ts";
import { GraphTable } from "./graph-table.tsx";
import { GraphToolbar } from "./graph-toolbar.tsx";
import { type GraphView, restrict, viewOf } from "./graph-view.ts";
import { chooseGrouping, groupingInColumns } from "./grouping.ts";
import { type GraphCanvasHandle, LayeredCanvas } from "./layered-canvas.tsx";
import { LayeredList } from "./layered-list.tsx";
import { clusterMatrix } from "./matrix.ts";
import { type Card, drawnIds, type Layers, type RepositoryCard } from "./layers.ts";
import { NodePanel } from "./node-panel.tsx";
import { rootedLayers } from "./rooted-layers.ts";
import { widthFor } from "./use-drawing.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { cx, useIsNarrow } from "../../components/dom.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { SkeletonBlock } from "../../components/loaded.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { PageHeader, useDocumentTitle } from "../../components/page-header.tsx";
import { SelectedOrg } from "../../list/org-select.tsx";
import { StartScan } from "../scans/start-scan.tsx";

const route = getRouteApi("/w/$slug/graph");

export function GraphPage() {
  const { connected_org_id } = route.useSearch();
  useDocumentTitle("Graph");
  return (
    <SelectedOrg
      named={connected_org_id}
      heading={<PageHeader title="Graph" />}
      skeleton={<SkeletonBlock className="h-96" />}
      promise="The dependency graph of its repositories appears here."
    >
      {(org, orgs) => (
        <FullBleed>
          <h1 className="sr-only">Graph</h1>
          <GraphOfOrg org={org} orgs={orgs} />
        </FullBleed>
      )}
    </SelectedOrg>
  );
}

/** Fills the window. The table may be longer and scrolls with the page. */
function FullBleed({ children }: { children: ReactNode }) {
  const { view } = route.useSearch();
  return (
    <div
      data-full-bleed
      className={cx(
        "flex flex-col",
        view ? "min-h-[calc(100dvh-3rem)] md:min-h-dvh" : "h-[calc(100dvh-3rem)] md:h-dvh",
      )}
    >
      {children}
    </div>
  );
}

interface GraphOfOrgProps {
  org: ConnectedOrg;
  orgs: readonly ConnectedOrg[];
}

/** The graph around one repository or of the whole organization. */
function GraphOfOrg({ org, orgs }: GraphOfOrgProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { graph, root } = useGraph(org, search);
  const canvas = useRef<GraphCanvasHandle>(null);
  const { type, clock, archived, node, min_confidence = DEFAULTS.min_confidence } = search;
  const view = useMemo(
    () =>
      graph.data &&
      viewOf(graph.data, {
        minConfidence: min_confidence,
        type,
        clock,
        hideArchived: archived === "no",
        root,
      }),
    [graph.data, min_confidence, type, clock, archived, root],
  );
  const area = useRef<HTMLDivElement>(null);
  const width = useSyncExternalStore(subscribeToResize, () => widthFor(area.current));
  const height = useSyncExternalStore(subscribeToResize, () => innerHeight);
  const { layers, drawn, grouping, isSmall } = useLayers(view, root, search, width, height);
  const look = useCallback(
    (changes: Partial<GraphSearch>) =>
      void navigate({ search: (current) => ({ ...current, ...changes }), replace: true, resetScroll: false }),
    [navigate],
  );
  const select = useCallback((id: string | undefined) => look({ node: id }), [look]);
  const toggle = useCallback(
    ({ toggle: key }: RepositoryCard) =>
      void navigate({
        search: (current) => ({ ...current, toggled: toggleIn(current.toggled, key ?? "") }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const open = useCallback(
    (key: string, as: "group" | "cluster") =>
      void navigate({
        search: (current) =>
          as === "group"
            ? { ...current, open: toggleIn(current.open, key) }
            : { ...current, cluster: key, open: undefined, node: undefined },
        replace: as === "group",
        resetScroll: false,
      }),
    [navigate],
  );
  const [hasPointed, setPointed] = useState(false);
  const onPoint = useCallback(() => setPointed(true), []);
  const isNarrow = useIsNarrow();
  const activate = (card: Card): void => {
    if (card.kind === "repository") select(card.id);
    else if (card.opens) open(card.opens.key, card.opens.as);
  };
  const matrix = useMemo(
    () =>
      view && layers && isManyClusters(layers) && !isNarrow
        ? clusterMatrix(view, grouping, MAX_CLUSTERS)
        : undefined,
    [view, layers, grouping, isNarrow],
  );
  const isList = isNarrow || (layers !== undefined && !matrix && !fitsInto(layers, width));
  const openCluster = useCallback((key: string) => open(key, "cluster"), [open]);
  const hopsOf = useMemo(() => hopsIn(layers, root), [layers, root]);
  const selected = view?.nodes.find(({ id }) => id === node);
  return (
    <>
      <GraphToolbar
        org={org}
        orgs={orgs}
        search={search}
        root={root}
        graph={graph.data}
        all={view}
        view={drawn}
        grouping={isSmall ? "none" : grouping}
        isSmall={isSmall || (view !== undefined && view.nodes.length <= SMALL_ORGANIZATION)}
        hasGroups={search.whole === true || search.group !== undefined}
        canvas={canvas}
        isDrawn={search.view === undefined && !isList && !matrix}
        onLook={look}
        onAsk={(next) => void navigate({ search: next })}
      />
      {root === undefined && graph.data?.edges.length === 0 && graph.data.nodes.length > 0 && (
        <div className="p-4">
          <Notice
            tone="info"
            title="No dependencies between these repositories"
            actions={<StartScan orgId={org.id} />}
          >
            If Knockon was upgraded after the last scan, scan {org.name} again.
          </Notice>
        </div>
      )}
      <div className="flex min-h-0 flex-1 max-sm:flex-col">
        <div ref={area} className="relative min-h-0 min-w-0 flex-1 overflow-hidden">
          {graph.isError && (
            <div className="p-4">
              <ErrorNotice error={graph.error} onRetry={() => void graph.refetch()} />
            </div>
          )}
          {!view && !graph.isError && (
            <div aria-busy="true" className="absolute inset-4 skeleton">
              <span className="sr-only">Loading</span>
            </div>
          )}
          {view?.nodes.length === 0 && (
            <div className="p-4">
              <EmptyState icon={Share2} title="No repositories to show">
                No repository matches these filters, or {org.name} hasn't been scanned yet.
              </EmptyState>
            </div>
          )}
          {drawn && drawn.nodes.length > 0 && search.view !== undefined && (
            <GraphTable
              view={drawn}
              root={root}
              hopsOf={hopsOf}
              clocks={layers?.clocks}
              search={search}
              onSelect={select}
              onSort={(sort) => look({ sort })}
            />
          )}
          {layers && layers.cards.length > 0 && search.view === undefined && isList && (
            <LayeredList layers={layers} selected={node} onActivate={activate} onToggle={toggle} />
          )}
          {matrix && search.view === undefined && <ClusterMatrixTable matrix={matrix} onOpen={openCluster} />}
          {layers && layers.cards.length > 0 && search.view === undefined && !isList && !matrix && (
            <LayeredCanvas
              ref={canvas}
              layers={layers}
              subject={[root, search.cluster, search.direction, search.through, search.group, grouping].join(
                " ",
              )}
              selected={node}
              onSelect={select}
              onToggle={toggle}
              onOpen={open}
              onPoint={onPoint}
            />
          )}
        </div>
        {selected && (
          <NodePanel
            key={selected.id}
            node={selected}
            root={view?.nodes.find(({ id }) => id === root)}
            hops={hopsOf(selected.id) ?? 0}
            search={search}
            onClose={() => select(undefined)}
          />
        )}
      </div>
      {view && drawn && (
        <GraphLegend
          view={view}
          drawn={drawn}
          search={search}
          layers={layers}
          isDrawn={search.view === undefined && !isList && !matrix}
          detail={layers === undefined ? "bare" : detailOf(sizesOf(layers.columns, width).cardWidth)}
          hasPointed={hasPointed}
          canvas={canvas}
          onLook={look}
        />
      )}
    </>
  );
}

function subscribeToResize(listener: () => void): () => void {
  addEventListener("resize", listener);
  return () => removeEventListener("resize", listener);
}

/** Arranges the repositories of a view, and restricts it to them. */
function useLayers(
  view: GraphView | undefined,
  root: string | undefined,
  search: GraphSearch,
  width: number,
  height: number,
) {
  const {
    direction = DEFAULTS.direction,
    through = DEFAULTS.through,
    depth = DEFAULTS.depth,
    toggled,
    open,
    cluster,
    group,
    node,
  } = search;
  const grouping = useMemo(() => group ?? chooseGrouping(view?.nodes ?? []), [group, view]);
  const inColumns = useMemo(
    () => group ?? groupingInColumns(view?.nodes ?? [], grouping),
    [group, view, grouping],
  );
  const isSmall =
    root === undefined &&
    cluster === undefined &&
    group === undefined &&
    (view?.nodes.length ?? Infinity) <= SMALL_ORGANIZATION;
  // Only in a collapsed column does the selected repository change what is drawn.
  const layers = useMemo(() => {
    if (!view) return undefined;
    const columns = columnsIn(width);
    // A list that does not fit scrolls.
    const rowsFor = (count: number): number =>
      count > columns ? ROWS_OF_LIST : rowsIn(sizesOf(count, width), width, height);
    if (root !== undefined) {
      return rootedLayers(view, {
        root,
        direction,
        through,
        depth,
        toggled: keysOf(toggled),
        open: keysOf(open),
        grouping: inColumns,
        selected: node,
        rowsFor,
      });
    }
    if (cluster !== undefined)
      return clusterMembers(view, { cluster, grouping, open: keysOf(open), selected: node, rowsFor });
    return isSmall
      ? repositoryLayers(view, { grouping: inColumns, open: keysOf(open), selected: node, columns, rowsFor })
      : clusterLayers(view, grouping, columns);
  }, [
    view,
    root,
    direction,
    through,
    depth,
    toggled,
    open,
    cluster,
    isSmall,
    grouping,
    inColumns,
    node,
    width,
    height,
  ]);
  const drawn = useMemo(
    () => view && layers && restrict(view, drawnIds(layers), layers.isShown),
    [view, layers],
  );
  return { layers, drawn, grouping, isSmall };
}

/** Cards of a column in a list. */
const ROWS_OF_LIST = 12;

/** Organizations of up to this many repositories are drawn without clusters. */
const SMALL_ORGANIZATION = 100;

/** Lines between more clusters than these cover each other. */
const FEW_CLUSTERS = 6;

/** Whether the clusters of the whole organization are too many for lines. */
const isManyClusters = ({ cards, isAggregated }: Layers): boolean =>
  isAggregated &&
  cards.length > FEW_CLUSTERS &&
  cards.every((card) => card.kind === "group" && card.opens?.as === "cluster" && card.within !== undefined);

/** Returns a function from a repository to its hops from the root: negative for dependencies, null without a root. */
function hopsIn(layers: Layers | undefined, root: string | undefined): (id: string) => number | null {
  if (root === undefined) return () => null;
  const hops = new Map(
    layers?.cards.flatMap((card) =>
      (card.kind === "group" ? card.nodes : [card.node]).map(({ id }) => [id, card.column] as const),
    ),
  );
  return (id) => hops.get(id) ?? null;
}

const STALE_MS = 60_000;

/** Loads the graph for the URL. The default root is the repository with the most dependents. */
function useGraph(org: ConnectedOrg, search: GraphSearch) {
  const { api } = useWorkspace();
  const params = { connected_org_id: org.id };
  const isWhole = search.whole === true;
  const query = { ...params, sort: "-dependent_repositories_total", include: "figures", limit: 1 } as const;
  const most = useQuery({
    ...api.query(listRepositories, { query }),
    enabled: !isWhole && search.root === undefined,
    staleTime: STALE_MS,
  });
  const first = most.data?.find(({ figures }) => (figures?.dependent_repositories_total ?? 0) > 0);
  const root = isWhole ? undefined : (search.root ?? first?.id);
  const whole = useQuery({
    ...api.query(getGraph, { params, query: { include: "owners" } }),
    enabled: isWhole || (root === undefined && !most.isPending),
    staleTime: STALE_MS,
  });
  const { min_confidence = DEFAULTS.min_confidence } = search;
  const depth = neededDepth(search);
  const rooted = useQuery({
    ...api.query(getGraph, {
      params,
      query: { root: root ?? "", depth, min_confidence, include: "affected,owners" },
    }),
    enabled: root !== undefined,
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
  // Without any dependency there is no root, so show the whole graph.
  return { graph: root === undefined ? whole : rooted, root };
}
