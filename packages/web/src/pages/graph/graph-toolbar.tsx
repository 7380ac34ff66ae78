import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import type { DependencyGraph } from "@knockon/contract/resources/graph";
import { SlidersHorizontal } from "lucide-react";
import { useState, type RefObject } from "react";
import { Button } from "../../components/button.tsx";
import { cx } from "../../components/class-names.ts";
import { Toggle } from "../../components/toggle.tsx";
import { ExportGraph } from "./export-graph.tsx";
import type { GraphCanvasHandle } from "./graph-canvas.tsx";
import { GraphFilters } from "./graph-filters.tsx";
import { GraphFinder } from "./graph-finder.tsx";
import type { GraphSearch } from "./graph-search.ts";
import type { GraphView } from "./graph-view.ts";

interface GraphToolbarProps {
  org: ConnectedOrg;
  orgs: readonly ConnectedOrg[];
  search: GraphSearch;
  root: string | undefined;
  graph: DependencyGraph | undefined;
  view: GraphView | undefined;
  canvas: RefObject<GraphCanvasHandle | null>;
  /** The same graph, looked at in another way. */
  onLook: (changes: Partial<GraphSearch>) => void;
  /** Another graph. */
  onAsk: (search: GraphSearch) => void;
}

/** Around what, how far, how sure; and what to find in it. A narrow window has the filters behind a button. */
export function GraphToolbar(props: GraphToolbarProps) {
  const { org, orgs, search, root, graph, view, canvas, onLook, onAsk } = props;
  const [areFiltersOpen, setFiltersOpen] = useState(false);
  return (
    <div role="search" className="flex flex-wrap items-center gap-2 border-b px-4 py-3">
      <div className="w-full sm:w-56">
        <GraphFinder
          view={view}
          chosen={search.node ?? root}
          onFind={(id) => {
            onLook({ node: id });
            canvas.current?.show(id);
          }}
          onDraw={(id) => onAsk({ connected_org_id: search.connected_org_id, root: id })}
        />
      </div>
      <div className="sm:hidden">
        <Button
          icon={SlidersHorizontal}
          aria-expanded={areFiltersOpen}
          onClick={() => setFiltersOpen(!areFiltersOpen)}
        >
          Filters
        </Button>
      </div>
      <div
        className={cx(
          "flex flex-wrap items-center gap-2 max-sm:order-last max-sm:w-full",
          !areFiltersOpen && "max-sm:hidden",
        )}
      >
        <GraphFilters org={org} orgs={orgs} search={search} onLook={onLook} onAsk={onAsk} />
      </div>
      <div className="ml-auto flex items-center gap-2">
        <Toggle
          label="Table"
          checked={search.view !== undefined}
          onChange={(on) => onLook({ view: on ? "table" : undefined })}
        />
        <ExportGraph graph={graph} canvas={canvas} isDrawn={search.view === undefined} name={org.name} />
      </div>
    </div>
  );
}
