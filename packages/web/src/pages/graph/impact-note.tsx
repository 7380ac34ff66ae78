import { getImpact } from "@knockon/contract/operations/repository";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { DEFAULTS, type GraphSearch } from "./graph-search.ts";
import type { Layers } from "./layers.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { countOf, formatCount } from "../../format/format.ts";

interface ImpactNoteProps {
  root: string;
  layers: Layers;
  search: GraphSearch;
}

/** Says how many of the dependents get a change of the root, if not all: the graph follows every declaration, an impact what is built from what. */
export function ImpactNote({ root, layers, search }: ImpactNoteProps) {
  const { workspace, api } = useWorkspace();
  const { depth = DEFAULTS.depth, min_confidence = DEFAULTS.min_confidence } = search;
  const query = { repository_id: root, max_depth: depth, min_confidence };
  const { data } = useQuery({
    ...api.query(getImpact, { query: { ...query, limit: 1 } }),
    staleTime: 60_000,
  });
  const dependents = layers.columns.reduce((sum, { at, count }) => (at > 0 ? sum + count : sum), 0);
  if (!data) return null;
  const affected = data.summary.direct + data.summary.transitive;
  if (affected === dependents) return null;
  return (
    <p className="tabular shrink-0 text-muted">
      {`${countOf(dependents, "dependent", "dependents")} by every declaration. `}
      <Link
        to="/w/$slug/impact"
        params={{ slug: workspace.slug }}
        search={{
          repository_id: root,
          max_depth: depth,
          ...(search.min_confidence !== undefined && { min_confidence: search.min_confidence }),
        }}
        className="font-medium text-accent underline underline-offset-2"
      >
        {`${formatCount(affected)} ${affected === 1 ? "gets" : "get"} a change`}
      </Link>
    </p>
  );
}

/** Whether the drawn dependents are those of the depth, so that the impact counts the same. */
export const isPlain = ({ direction, toggled, type, clock, archived }: GraphSearch): boolean =>
  direction !== "dependencies" &&
  toggled === undefined &&
  type === undefined &&
  clock === undefined &&
  archived === undefined;
