import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import type { DependencyGraph } from "@knockon/contract/resources/graph";
import { SlidersHorizontal } from "lucide-react";
import { type RefObject, useState } from "react";
import { ExportGraph } from "./export-graph.tsx";
import { drawnInWords, GraphFilters, MoreFilters, OrgOfGraph } from "./graph-filters.tsx";
import { groupingInWords } from "./grouping-words.ts";
import { GraphFinder } from "./graph-finder.tsx";
import type { Grouping, GraphSearch } from "./graph-search.ts";
import type { GraphView } from "./graph-view.ts";
import type { GraphCanvasHandle } from "./layered-canvas.tsx";
import { Button } from "../../components/button.tsx";
import { CopyLink } from "../../components/copy.tsx";
import { cx, useIsNarrow } from "../../components/dom.ts";
import { Toggle } from "../../components/options.tsx";

export interface GraphToolbarProps {
  org: ConnectedOrg;
  orgs: readonly ConnectedOrg[];
  search: GraphSearch;
  root: string | undefined;
  graph: DependencyGraph | undefined;
  /** Everything that filters can show. */
  all: GraphView | undefined;
  /** What is drawn. */
  view: GraphView | undefined;
  grouping: Grouping | "none";
  /** Whether all repositories can be drawn, without groups. */
  isSmall: boolean;
  /** Whether the grouping can be chosen. */
  hasGroups: boolean;
  canvas: RefObject<GraphCanvasHandle | null>;
  /** Whether there is a drawing, which can be exported. */
  isDrawn: boolean;
  /** Changes the view without adding a history entry. */
  onLook: (changes: Partial<GraphSearch>) => void;
  /** Loads another graph and adds a history entry. */
  onAsk: (search: GraphSearch) => void;
}

/** Search, filters and export. On narrow windows, a button shows the filters. */
export function GraphToolbar(props: GraphToolbarProps) {
  const { org, orgs, search, root, graph, all, view, grouping, isSmall, hasGroups, canvas } = props;
  const { isDrawn, onLook, onAsk } = props;
  const [areFiltersOpen, setFiltersOpen] = useState(false);
  const isNarrow = useIsNarrow();
  const drawn = search.whole === true ? groupingInWords(grouping) : drawnInWords(search);
  return (
    <div
      role="search"
      className="flex flex-wrap items-start gap-2 border-b px-4 py-3 lg:flex-nowrap [&_:has(>select)]:border-line [&_input]:border-line [&_select]:border-line"
    >
      {/* As wide as the other tools leave it, so that they are in one row. */}
      <div className="w-full shrink-0 sm:w-60 min-[1400px]:max-w-80 min-[1400px]:min-w-36 min-[1400px]:flex-1">
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
      {!isNarrow && <OrgOfGraph org={org} orgs={orgs} onAsk={onAsk} />}
      <div className="sm:hidden">
        <Button
          icon={SlidersHorizontal}
          aria-expanded={areFiltersOpen}
          aria-label={`Filters: ${drawn}`}
          onClick={() => setFiltersOpen(!areFiltersOpen)}
        >
          {drawn}
        </Button>
      </div>
      <div
        className={cx(
          "flex min-w-0 flex-wrap items-center gap-2 max-lg:order-last max-lg:w-full min-[1400px]:shrink-0 min-[1400px]:flex-nowrap",
          !areFiltersOpen && "max-sm:hidden",
        )}
      >
        <GraphFilters
          org={org}
          orgs={orgs}
          search={search}
          all={all}
          grouping={grouping}
          isSmall={isSmall}
          hasGroups={hasGroups}
          onLook={onLook}
          onAsk={onAsk}
        />
      </div>
      <div className="ml-auto flex shrink-0 items-center gap-2">
        <MoreFilters search={search} all={all} onLook={onLook} />
        <Toggle
          label="Table"
          checked={search.view !== undefined}
          onChange={(on) => onLook({ view: on ? "table" : undefined })}
        />
        <CopyLink compact />
        <ExportGraph graph={graph} canvas={canvas} isDrawn={isDrawn} name={org.name} />
      </div>
    </div>
  );
}
