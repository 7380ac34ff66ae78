import { Menu as Primitive } from "@base-ui/react/menu";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import type { DependencyGraph } from "@knockon/contract/resources/graph";
import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import { ArrowLeft, Braces, Download, Image, SlidersHorizontal } from "lucide-react";
import { type RefObject, useState } from "react";
import { GraphFinder } from "./graph-finder.tsx";
import { DEFAULTS, type Grouping, type GraphSearch, MAX_DEPTH } from "./graph-search.ts";
import type { GraphView } from "./graph-view.ts";
import type { GraphCanvasHandle } from "./layered-canvas.tsx";
import { Button } from "../../components/button.tsx";
import { CopyLink } from "../../components/copy.tsx";
import { cx } from "../../components/dom.ts";
import { Select } from "../../components/fields.tsx";
import { Segments, Toggle } from "../../components/options.tsx";
import { showError } from "../../components/toasts.tsx";
import { CLOCK_WORDS, inHeading, sentenceCase } from "../../format/words.ts";
import { Menu, menuItemLook } from "../../frame/menu.tsx";
import { OrgSelect } from "../../list/org-select.tsx";

interface GraphToolbarProps {
  org: ConnectedOrg;
  orgs: readonly ConnectedOrg[];
  search: GraphSearch;
  root: string | undefined;
  graph: DependencyGraph | undefined;
  /** Everything that filters can show. */
  all: GraphView | undefined;
  /** What is drawn. */
  view: GraphView | undefined;
  /** Whether the legend filters by timing and type. */
  hasLegend: boolean;
  grouping: Grouping | "none";
  /** Whether all repositories can be drawn, without groups. */
  isSmall: boolean;
  /** Whether the grouping can be chosen. */
  hasGroups: boolean;
  canvas: RefObject<GraphCanvasHandle | null>;
  /** Changes the view without adding a history entry. */
  onLook: (changes: Partial<GraphSearch>) => void;
  /** Loads another graph and adds a history entry. */
  onAsk: (search: GraphSearch) => void;
}

/** Search, filters and export. On narrow windows, a button shows the filters. */
export function GraphToolbar(props: GraphToolbarProps) {
  const { org, orgs, search, root, graph, all, view, hasLegend, grouping, isSmall, hasGroups, canvas } =
    props;
  const { onLook, onAsk } = props;
  const [areFiltersOpen, setFiltersOpen] = useState(false);
  return (
    <div role="search" className="flex flex-wrap items-start gap-2 border-b px-4 py-3 lg:flex-nowrap">
      <div className="w-full shrink-0 sm:w-60">
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
          "flex min-w-0 flex-wrap items-center gap-2 max-lg:order-last max-lg:w-full",
          !areFiltersOpen && "max-sm:hidden",
        )}
      >
        <GraphFilters
          org={org}
          orgs={orgs}
          search={search}
          all={all}
          hasLegend={hasLegend}
          grouping={grouping}
          isSmall={isSmall}
          hasGroups={hasGroups}
          onLook={onLook}
          onAsk={onAsk}
        />
      </div>
      <div className="ml-auto flex shrink-0 items-center gap-2">
        <Toggle
          label="Table"
          checked={search.view !== undefined}
          onChange={(on) => onLook({ view: on ? "table" : undefined })}
        />
        <CopyLink compact />
        <ExportGraph graph={graph} canvas={canvas} isDrawn={search.view === undefined} name={org.name} />
      </div>
    </div>
  );
}

const SCOPES = [
  { value: "root", text: "Repository" },
  { value: "whole", text: "Organization" },
] as const;

const DEPTHS = Array.from({ length: MAX_DEPTH }, (_, index) => ({
  value: String(index + 1),
  text: index === 0 ? "1 hop" : `${index + 1} hops`,
}));

const WAYS = [
  { value: "dependents", text: "Dependents" },
  { value: "dependencies", text: "Dependencies" },
  { value: "both", text: "Both" },
] as const;

const GROUPS = [
  { value: "namespace", text: "By owner" },
  { value: "prefix", text: "By name prefix" },
  { value: "ecosystem", text: "By ecosystem" },
] as const;

const ALL_REPOSITORIES = { value: "none", text: "All repositories" } as const;

const FLOORS = [
  { value: "0", text: "Any confidence" },
  { value: "0.4", text: "Confidence ≥ 0.4" },
  { value: "0.8", text: "Confidence ≥ 0.8" },
] as const;

interface GraphFiltersProps extends Pick<
  GraphToolbarProps,
  "org" | "orgs" | "search" | "all" | "hasLegend" | "grouping" | "isSmall" | "hasGroups"
> {
  /** Changes the view without adding a history entry. */
  onLook: (changes: Partial<GraphSearch>) => void;
  /** Loads another graph and adds a history entry. */
  onAsk: (search: GraphSearch) => void;
}

/** What is drawn: around a repository or everything, in which direction, how far, and how it is grouped. */
function GraphFilters(props: GraphFiltersProps) {
  const { org, orgs, search, all, hasLegend, grouping, isSmall, hasGroups, onLook, onAsk } = props;
  const {
    whole,
    cluster,
    depth = DEFAULTS.depth,
    direction = DEFAULTS.direction,
    min_confidence = DEFAULTS.min_confidence,
  } = search;
  const floor = String(min_confidence);
  const isNamed = FLOORS.some(({ value }) => value === floor);
  return (
    <>
      <OrgSelect org={org} orgs={orgs} onChoose={(id) => onAsk({ connected_org_id: id })} />
      <Segments
        label="Scope"
        value={whole === true ? "whole" : "root"}
        options={SCOPES}
        onChange={(scope) =>
          onAsk({
            ...search,
            whole: scope === "whole" ? true : undefined,
            cluster: undefined,
            open: undefined,
            node: undefined,
          })
        }
      />
      {cluster !== undefined && whole === true && (
        <Button
          icon={ArrowLeft}
          onClick={() => onAsk({ ...search, cluster: undefined, open: undefined, node: undefined })}
        >
          All clusters
        </Button>
      )}
      {whole !== true && (
        <>
          <Select
            bare
            label="Direction"
            value={direction}
            options={WAYS}
            onChange={(value) =>
              onLook({
                direction: value === DEFAULTS.direction ? undefined : value,
                toggled: undefined,
                open: undefined,
              })
            }
          />
          <Select
            bare
            label="Depth"
            value={String(depth)}
            options={DEPTHS}
            onChange={(value) =>
              onLook({
                depth: Number(value) === DEFAULTS.depth ? undefined : Number(value),
                toggled: undefined,
                open: undefined,
              })
            }
          />
        </>
      )}
      {hasGroups && (
        <Select
          bare
          label="Group by"
          value={grouping}
          options={isSmall ? [ALL_REPOSITORIES, ...GROUPS] : GROUPS}
          onChange={(group) =>
            onLook({ group: group === "none" ? undefined : group, cluster: undefined, open: undefined })
          }
        />
      )}
      <Select
        bare
        label="Minimum confidence"
        value={floor}
        options={isNamed ? FLOORS : [{ value: floor, text: `Confidence ≥ ${floor}` }, ...FLOORS]}
        onChange={(value) =>
          onLook({ min_confidence: Number(value) === DEFAULTS.min_confidence ? undefined : Number(value) })
        }
      />
      {/* From the start, so the graph does not move them when it arrives. */}
      {!hasLegend && <TimingAndType search={search} all={all} onLook={onLook} />}
      <Toggle
        label="Hide archived"
        checked={search.archived === "no"}
        onChange={(on) => onLook({ archived: on ? "no" : undefined })}
      />
    </>
  );
}

type TimingAndTypeProps = Pick<GraphFiltersProps, "search" | "all" | "onLook">;

/** The filters of the legend, where there is none. */
const TimingAndType = ({ search: { clock, type }, all, onLook }: TimingAndTypeProps) => (
  <>
    <Select
      bare
      label="Timing"
      value={clock ?? "any"}
      options={[
        { value: "any", text: "Any timing" },
        ...CLOCKS.filter((one) => one === clock || all?.clocks.some((known) => known.clock === one)).map(
          (one) => ({ value: one, text: sentenceCase(CLOCK_WORDS[one].label) }),
        ),
      ]}
      onChange={(value) => onLook({ clock: value === "any" ? undefined : value })}
    />
    <Select
      bare
      label="Dependency type"
      value={type ?? "any"}
      options={[
        { value: "any", text: "Any type" },
        ...(all?.types ?? []).map((one) => ({ value: one.type, text: inHeading(one.type) })),
      ]}
      onChange={(value) => onLook({ type: value === "any" ? undefined : value })}
    />
  </>
);

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
        <Button icon={Download} title="Export" disabled={!graph}>
          <span className="max-2xl:sr-only">Export</span>
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
