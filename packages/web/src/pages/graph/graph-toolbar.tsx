import { Menu as Primitive } from "@base-ui/react/menu";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import type { DependencyGraph } from "@knockon/contract/resources/graph";
import { Braces, Download, Image, SlidersHorizontal } from "lucide-react";
import { type RefObject, useState } from "react";
import type { GraphCanvasHandle } from "./graph-canvas.tsx";
import { GraphFinder } from "./graph-finder.tsx";
import { type GraphSearch, DEFAULTS } from "./graph-search.ts";
import type { GraphView } from "./graph-view.ts";
import { Button } from "../../components/button.tsx";
import { cx } from "../../components/dom.ts";
import { Select } from "../../components/fields.tsx";
import { Toggle } from "../../components/options.tsx";
import { showError } from "../../components/toasts.tsx";
import { Menu, menuItemLook } from "../../frame/menu.tsx";
import { OrgSelect } from "../../list/org-select.tsx";

interface GraphToolbarProps {
  org: ConnectedOrg;
  orgs: readonly ConnectedOrg[];
  search: GraphSearch;
  root: string | undefined;
  graph: DependencyGraph | undefined;
  view: GraphView | undefined;
  canvas: RefObject<GraphCanvasHandle | null>;
  /** Changes the view without adding a history entry. */
  onLook: (changes: Partial<GraphSearch>) => void;
  /** Loads another graph and adds a history entry. */
  onAsk: (search: GraphSearch) => void;
}

/** Search, filters and export. On narrow windows, a button shows the filters. */
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

const DEPTHS = Array.from({ length: 10 }, (_, index) => ({
  value: String(index + 1),
  text: index === 0 ? "1 hop" : `${index + 1} hops`,
}));

const WAYS = [
  { value: "both", text: "Both directions" },
  { value: "dependents", text: "Dependents only" },
  { value: "dependencies", text: "Dependencies only" },
] as const;

const FLOORS = [
  { value: "0", text: "Any confidence" },
  { value: "0.4", text: "Confidence 0.4 or higher" },
  { value: "0.8", text: "Confidence 0.8 or higher" },
] as const;

interface GraphFiltersProps {
  org: ConnectedOrg;
  orgs: readonly ConnectedOrg[];
  search: GraphSearch;
  /** Changes the view without adding a history entry. */
  onLook: (changes: Partial<GraphSearch>) => void;
  /** Loads another graph and adds a history entry. */
  onAsk: (search: GraphSearch) => void;
}

/** Depth, direction and confidence, or the whole organization. */
function GraphFilters({ org, orgs, search, onLook, onAsk }: GraphFiltersProps) {
  const {
    whole,
    depth = DEFAULTS.depth,
    direction = "both",
    min_confidence = DEFAULTS.min_confidence,
  } = search;
  const floor = String(min_confidence);
  const isNamed = FLOORS.some(({ value }) => value === floor);
  return (
    <>
      <OrgSelect org={org} orgs={orgs} onChoose={(id) => onAsk({ connected_org_id: id })} />
      <Toggle
        label="Whole organization"
        checked={whole === true}
        onChange={(on) => onAsk({ ...search, whole: on ? true : undefined, node: undefined })}
      />
      {whole !== true && (
        <>
          <Select
            bare
            label="Depth"
            value={String(depth)}
            options={DEPTHS}
            onChange={(value) =>
              onLook({ depth: Number(value) === DEFAULTS.depth ? undefined : Number(value) })
            }
          />
          <Select
            bare
            label="Direction"
            value={direction}
            options={WAYS}
            onChange={(value) => onLook({ direction: value === "both" ? undefined : value })}
          />
        </>
      )}
      <Select
        bare
        label="Minimum confidence"
        value={floor}
        options={isNamed ? FLOORS : [{ value: floor, text: `Confidence ${floor} or higher` }, ...FLOORS]}
        onChange={(value) =>
          onLook({ min_confidence: Number(value) === DEFAULTS.min_confidence ? undefined : Number(value) })
        }
      />
      <Toggle
        label="Hide archived"
        checked={search.archived === "no"}
        onChange={(on) => onLook({ archived: on ? "no" : undefined })}
      />
    </>
  );
}

interface ExportGraphProps {
  /** The API's response. */
  graph: DependencyGraph | undefined;
  canvas: RefObject<GraphCanvasHandle | null>;
  isDrawn: boolean;
  name: string;
}

/** Exports the visible graph as PNG or the API's response as JSON. */
function ExportGraph({ graph, canvas, isDrawn, name }: ExportGraphProps) {
  const savePng = (): void =>
    void canvas.current?.png().then((picture) => save(picture, `${name}-graph.png`), showError);
  const saveJson = (): void =>
    save(new Blob([JSON.stringify(graph)], { type: "application/json" }), `${name}-graph.json`);
  return (
    <Menu
      trigger={
        <Button icon={Download} disabled={!graph}>
          Export
        </Button>
      }
    >
      {isDrawn && (
        <Primitive.Item className={menuItemLook} onClick={savePng}>
          <Image aria-hidden className="size-4 text-muted" />
          PNG
        </Primitive.Item>
      )}
      <Primitive.Item className={menuItemLook} onClick={saveJson}>
        <Braces aria-hidden className="size-4 text-muted" />
        JSON
      </Primitive.Item>
    </Menu>
  );
}

function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
