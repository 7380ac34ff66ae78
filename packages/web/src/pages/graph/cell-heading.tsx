import type { GraphSearch, Grouping } from "./graph-search.ts";
import { type GraphView, isSelective } from "./graph-view.ts";
import { groupNodes } from "./grouping.ts";
import { onNextRunIn } from "./matrix.ts";
import { CLOCK_LOOKS, nextRunInWords } from "../../components/badges.tsx";
import { countOf } from "../../format/format.ts";

interface CellHeadingProps {
  /** The dependencies of the cell. */
  view: GraphView;
  /** Everything that is grouped. */
  all: GraphView | undefined;
  search: GraphSearch;
  grouping: Grouping;
  limit: number;
}

/** Says above a list of dependencies which cell of the matrix they are: `search uses identity: 56 dependencies, 12 on next run, 24 may be`. */
export function CellHeading({ view, all, search: { cluster, producer }, grouping, limit }: CellHeadingProps) {
  const groups = groupNodes(all?.nodes ?? [], grouping, limit);
  const titleOf = (key: string | undefined): string =>
    groups.find((group) => group.key === key)?.title ?? "others";
  const fast = view.edges.filter(onNextRunIn(view));
  return (
    <h2 className="px-4 pt-4 text-14 font-medium md:px-8 md:pt-6">
      {titleOf(cluster)} uses {titleOf(producer)}: {countOf(view.edges.length, "dependency", "dependencies")}
      {fast.length > 0 && (
        <span className={CLOCK_LOOKS.next_run.text}>
          , {nextRunInWords(fast.length, fast.filter(isSelective).length)}
        </span>
      )}
    </h2>
  );
}
