import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { getRouteApi } from "@tanstack/react-router";
import { Share2 } from "lucide-react";
import { useCallback, useMemo, useRef } from "react";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { GraphCanvas, type GraphCanvasHandle } from "./graph-canvas.tsx";
import { GraphLegend } from "./graph-legend.tsx";
import { USUAL, type GraphSearch } from "./graph-search.ts";
import { GraphTable } from "./graph-table.tsx";
import { GraphToolbar } from "./graph-toolbar.tsx";
import { viewOf } from "./graph-view.ts";
import { NodePanel } from "./node-panel.tsx";
import { useColorScheme } from "./use-color-scheme.ts";
import { useGraph } from "./use-graph.ts";

const route = getRouteApi("/w/$slug/graph");

interface GraphOfOrgProps {
  org: ConnectedOrg;
  orgs: readonly ConnectedOrg[];
}

/** Who uses whom, around one repository or in all of the org. */
export function GraphOfOrg({ org, orgs }: GraphOfOrgProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { graph, root } = useGraph(org, search);
  const scheme = useColorScheme();
  const canvas = useRef<GraphCanvasHandle>(null);
  const { type, archived, direction, node, min_confidence = USUAL.min_confidence } = search;
  const view = useMemo(
    () =>
      graph.data &&
      viewOf(graph.data, {
        minConfidence: min_confidence,
        type,
        hideArchived: archived === "no",
        direction,
        root,
      }),
    [graph.data, min_confidence, type, archived, direction, root],
  );
  const look = useCallback(
    (changes: Partial<GraphSearch>) =>
      void navigate({ search: (current) => ({ ...current, ...changes }), replace: true, resetScroll: false }),
    [navigate],
  );
  const select = useCallback((id: string | undefined) => look({ node: id }), [look]);
  const selected = view?.nodes.find(({ id }) => id === node);
  return (
    <>
      <GraphToolbar
        org={org}
        orgs={orgs}
        search={search}
        root={root}
        graph={graph.data}
        view={view}
        canvas={canvas}
        onLook={look}
        onAsk={(next) => void navigate({ search: next })}
      />
      <div className="flex min-h-0 flex-1 max-sm:flex-col">
        <div className="relative min-h-0 min-w-0 flex-1 overflow-hidden">
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
          {view && view.nodes.length > 0 && search.view !== undefined && (
            <GraphTable view={view} root={root} search={search} onSelect={select} />
          )}
          {view && view.nodes.length > 0 && search.view === undefined && (
            <GraphCanvas
              key={scheme}
              ref={canvas}
              view={view}
              root={root}
              selected={node}
              onSelect={select}
            />
          )}
        </div>
        {selected && (
          <NodePanel
            key={selected.id}
            node={selected}
            root={view?.nodes.find(({ id }) => id === root)}
            search={search}
            onClose={() => select(undefined)}
          />
        )}
      </div>
      {view && (
        <GraphLegend
          view={view}
          hasRoot={root !== undefined}
          type={type}
          onType={(next) => look({ type: next })}
        />
      )}
    </>
  );
}
