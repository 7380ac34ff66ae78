import { listRepositories } from "@knockon/contract/operations/repository";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import type { DependencyGraph } from "@knockon/contract/resources/graph";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FolderGit2 } from "lucide-react";
import { useDeferredValue, useState, type RefObject } from "react";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Choice } from "../../components/choice.tsx";
import { Finder, type Findable } from "../../components/finder.tsx";
import { Toggle } from "../../components/toggle.tsx";
import { countOf } from "../../format/count.ts";
import { OrgChoice } from "../../list/one-org.tsx";
import { ExportGraph } from "./export-graph.tsx";
import type { GraphCanvasHandle } from "./graph-canvas.tsx";
import { USUAL, type GraphSearch } from "./graph-search.ts";
import type { GraphView } from "./graph-view.ts";

const FOUND = 8;

const DEPTHS = Array.from({ length: 10 }, (_, index) => ({
  value: String(index + 1),
  text: index === 0 ? "1 hop" : `${index + 1} hops`,
}));

const FLOORS = [
  { value: "0", text: "Mentions too" },
  { value: "0.4", text: "All but mentions" },
  { value: "0.8", text: "Manifests and builds" },
] as const;

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

/** Around what, how far, how sure; and what to find in it. */
export function GraphToolbar(props: GraphToolbarProps) {
  const { org, orgs, search, root, graph, view, canvas, onLook, onAsk } = props;
  const { connected_org_id, whole, depth = USUAL.depth, min_confidence = USUAL.min_confidence } = search;
  const floor = String(min_confidence);
  const [text, setText] = useState("");
  const found = useFound(text, view);
  const chosen = view?.nodes.find(({ id }) => id === (search.node ?? root));
  return (
    <div role="search" className="flex flex-wrap items-center gap-2 border-b px-4 py-3">
      <div className="w-full sm:w-72">
        <Finder
          bare
          label="Find a repository"
          placeholder="Find a repository"
          chosen={chosen && { id: chosen.id, text: chosen.fullPath, icon: FolderGit2 }}
          found={found}
          onSearch={setText}
          onPick={({ id, isHere }) => {
            if (!isHere) return onAsk({ connected_org_id, root: id });
            onLook({ node: id });
            canvas.current?.show(id);
            return undefined;
          }}
        />
      </div>
      <OrgChoice org={org} orgs={orgs} onChoose={(id) => onAsk({ connected_org_id: id })} />
      <Toggle
        label="Whole org"
        checked={whole === true}
        onChange={(on) => onAsk({ ...search, whole: on ? true : undefined, node: undefined })}
      />
      {whole !== true && (
        <Choice
          bare
          label="Depth"
          value={String(depth)}
          options={DEPTHS}
          onChange={(value) => onLook({ depth: Number(value) === USUAL.depth ? undefined : Number(value) })}
        />
      )}
      <Choice
        bare
        label="Evidence"
        value={floor}
        options={
          FLOORS.some(({ value }) => value === floor)
            ? FLOORS
            : [{ value: floor, text: `Confidence ${floor}` }, ...FLOORS]
        }
        onChange={(value) =>
          onLook({ min_confidence: Number(value) === USUAL.min_confidence ? undefined : Number(value) })
        }
      />
      <Toggle
        label="Hide archived"
        checked={search.archived === "no"}
        onChange={(on) => onLook({ archived: on ? "no" : undefined })}
      />
      <div className="ml-auto flex items-center gap-2">
        {view && (
          <span className="tabular text-12 text-muted max-lg:hidden">
            {countOf(view.nodes.length, "repository", "repositories")},{" "}
            {countOf(view.edges.length, "use", "uses")}
          </span>
        )}
        <Toggle
          label="Table"
          checked={search.view === "table"}
          onChange={(on) => onLook({ view: on ? "table" : undefined })}
        />
        <ExportGraph graph={graph} canvas={canvas} isDrawn={search.view === undefined} name={org.name} />
      </div>
    </div>
  );
}

interface FoundNode extends Findable {
  /** In the graph that is shown. */
  isHere: boolean;
}

function useFound(text: string, view: GraphView | undefined) {
  const { api } = useWorkspace();
  const q = useDeferredValue(text);
  const { data = [] } = useQuery({
    ...api.ask(listRepositories, { query: { limit: 2 * FOUND, ...(q !== "" && { q }) } }),
    placeholderData: keepPreviousData,
  });
  const wanted = q.toLowerCase();
  const here = (view?.nodes ?? []).filter(({ fullPath }) => fullPath.toLowerCase().includes(wanted));
  const ids = new Set((view?.nodes ?? []).map(({ id }) => id));
  const away = data.filter(({ id }) => !ids.has(id));
  return [
    {
      heading: "In this graph",
      items: here
        .slice(0, FOUND)
        .map(({ id, fullPath }): FoundNode => ({ id, text: fullPath, icon: FolderGit2, isHere: true })),
    },
    {
      heading: "Draw what is around",
      items: away
        .slice(0, FOUND)
        .map(({ id, full_path }): FoundNode => ({ id, text: full_path, icon: FolderGit2, isHere: false })),
    },
  ];
}
