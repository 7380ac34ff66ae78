import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { getRouteApi } from "@tanstack/react-router";
import { Share2 } from "lucide-react";
import { type ReactNode, useCallback, useMemo, useRef, useSyncExternalStore } from "react";
import { cycleOf } from "./cycle.ts";
import { CycleStrip } from "./cycle-names.tsx";
import { detailOf } from "./card-text.ts";
import { MAX_CLUSTERS } from "./cluster-layers.ts";
import { CellHeading } from "./cell-heading.tsx";
import { Clusters } from "./clusters.tsx";
import { fitsInto, sizesFor } from "./sizes.ts";
import { GraphLegend } from "./graph-legend.tsx";
import { asDependency, DEFAULTS, type GraphSearch, repositoryOf, toggleIn } from "./graph-search.ts";
import { GraphTable } from "./graph-table.tsx";
import { GraphToolbar } from "./graph-toolbar.tsx";
import { type ViewNode, viewOf } from "./graph-view.ts";
import { type GraphCanvasHandle, LayeredCanvas } from "./layered-canvas.tsx";
import { LayeredList } from "./layered-list.tsx";
import { type Card, drawnNodes, type RepositoryCard } from "./layers.ts";
import { LinesOf } from "./lines-of.tsx";
import { NodePanel } from "./node-panel.tsx";
import { OrganizationSummary } from "./organization-summary.tsx";
import { widthFor } from "./use-drawing.ts";
import { useMostWithOneVersion } from "./use-most.ts";
import { useGraph } from "./use-graph.ts";
import { isManyClusters, SMALL_ORGANIZATION, useLayers } from "./use-layers.ts";
import { useLines } from "./use-lines.ts";
import { cx, useIsNarrow } from "../../components/dom.ts";
import { EmptyState } from "../../components/empty-state.tsx";
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
      isWhole
      skeleton={
        <FullBleed>
          <div className="relative grow">
            <div className="absolute inset-4 skeleton" />
          </div>
        </FullBleed>
      }
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
  const { drawn, grouping, isSmall, ...arranged } = useLayers(view, root, search, width, height);
  const look = useCallback(
    (changes: Partial<GraphSearch>) =>
      void navigate({ search: (current) => ({ ...current, ...changes }), replace: true, resetScroll: false }),
    [navigate],
  );
  const { layers, pointed, hasPointed, onPoint, select, clear } = useLines(
    arranged.layers,
    useCallback((id: string | undefined) => look({ node: id }), [look]),
  );
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
            : { ...current, cluster: key, producer: undefined, open: undefined, node: undefined },
        replace: as === "group",
        resetScroll: false,
      }),
    [navigate],
  );
  const isNarrow = useIsNarrow();
  const activate = (card: Card): void => {
    if (card.kind === "repository") select(card.id);
    else if (card.opens) open(card.opens.key, card.opens.as);
  };
  const hasClusters = layers !== undefined && isManyClusters(layers);
  const isList = !hasClusters && (isNarrow || (layers !== undefined && !fitsInto(layers, width)));
  const isDrawn = search.view === undefined && !isList && !hasClusters;
  // The sentence above it keeps its place while the graph loads.
  const isRankedSoon =
    !isNarrow &&
    search.whole === true &&
    search.cluster === undefined &&
    search.group === undefined &&
    org.repository_count <= SMALL_ORGANIZATION;
  const cycle = useMemo(() => layers && cycleOf(layers), [layers]);
  const most = useMostWithOneVersion(layers, root, search);
  const around = useMemo(
    () => (layers === undefined || root === undefined ? undefined : drawnNodes(layers)),
    [layers, root],
  );
  const selected = view?.nodes.find(({ id }) => id === (node && repositoryOf(node)));
  const selectRow = useCallback(
    (row: ViewNode) => {
      const isDependent = around?.some(({ id, arrival }) => id === row.id && (arrival?.hops ?? 0) > 0);
      select((row.arrival?.hops ?? 0) < 0 && isDependent === true ? asDependency(row.id) : row.id);
    },
    [around, select],
  );
  const selectedCard = layers?.cards.find(({ id }) => id === node);
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
        isDrawn={isDrawn}
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
      {search.whole === true && search.cluster === undefined && search.view === undefined && (
        <OrganizationSummary
          view={view}
          selected={isList ? node : (node ?? layers?.held)}
          onSelect={select}
          canvas={canvas}
        />
      )}
      {isDrawn && (layers === undefined ? isRankedSoon : layers.isRanked === true) && (
        <LinesOf
          view={view}
          layers={layers}
          width={width}
          selected={node}
          pointed={pointed}
          onClear={clear}
        />
      )}
      {isDrawn && cycle && <CycleStrip cycle={cycle} width={width} />}
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
          {drawn && search.view !== undefined && search.producer !== undefined && (
            <CellHeading view={drawn} all={view} search={search} grouping={grouping} limit={MAX_CLUSTERS} />
          )}
          {drawn && drawn.nodes.length > 0 && search.view !== undefined && (
            <GraphTable
              view={drawn}
              root={root}
              most={most}
              around={around}
              search={search}
              onSelect={selectRow}
              onSort={(sort) => look({ sort })}
            />
          )}
          {layers && layers.cards.length > 0 && search.view === undefined && isList && (
            <LayeredList
              layers={layers}
              most={most}
              view={
                layers.isRanked === true && search.whole === true && search.cluster === undefined
                  ? view
                  : undefined
              }
              selected={node}
              onActivate={activate}
              onToggle={toggle}
            />
          )}
          {view && hasClusters && search.view === undefined && (
            <Clusters view={view} grouping={grouping} search={search} onLook={look} onOpen={open} />
          )}
          {layers && layers.cards.length > 0 && search.view === undefined && !isList && !hasClusters && (
            <LayeredCanvas
              ref={canvas}
              layers={layers}
              most={most}
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
            hops={selectedCard?.column ?? 0}
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
          isDrawn={isDrawn}
          detail={layers === undefined ? "bare" : detailOf(sizesFor(layers, width, false))}
          scannedAt={org.last_scan?.completed_at ?? null}
          hasPointed={hasPointed}
          pointed={pointed}
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
