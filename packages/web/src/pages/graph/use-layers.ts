import { useMemo } from "react";
import { clusterLayers, clusterMembers, MAX_CLUSTERS } from "./cluster-layers.ts";
import {
  columnsIn,
  framedSizes,
  framedRowsIn,
  heightBelowLines,
  heightOfOrganization,
  partsIn,
  rankedSizes,
  rowsIn,
  sizesOf,
  type Sizes,
  stackedRowsIn,
  summedSizes,
} from "./sizes.ts";
import { cycleOf, cycleStrip } from "./cycle.ts";
import { PLACE_DISTANCE } from "./frame-sizes.ts";
import { DEFAULTS, type GraphSearch, keysOf } from "./graph-search.ts";
import { type GraphView, restrict } from "./graph-view.ts";
import { hasSeveralOrganizations } from "./card-text.ts";
import { chooseGrouping, groupingInColumns } from "./grouping.ts";
import { drawnIds, type Layers } from "./layers.ts";
import { dependenciesOfCell } from "./matrix.ts";
import { countHighCards } from "./version-room.ts";
import { repositoryLayers } from "./organization-layers.ts";
import { rootedLayers } from "./rooted-layers.ts";

/** Arranges the repositories of a view, and restricts it to them. */
export function useLayers(
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
    producer,
    view: table,
    group,
    node,
    type,
    clock,
    archived,
  } = search;
  const isFiltered = type !== undefined || clock !== undefined || archived !== undefined;
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
    const rowsOf = (count: number, sizes: (columns: number, width: number) => Sizes, free: number): number =>
      count > columns ? ROWS_OF_LIST : rowsIn(sizes(count, width), width, free);
    const isOrgNamed = hasSeveralOrganizations(view.nodes);
    const rootedSizes = (count: number): Sizes => sizesOf(count, width, isOrgNamed);
    const summedSizesFor = (count: number): Sizes => summedSizes(count, width, isOrgNamed);
    const rankedRowsFor = (count: number): number =>
      rowsOf(count, rankedSizes, heightBelowLines(width, height));
    const around = (id: string, free: number, highCards: number): Layers =>
      rootedLayers(view, {
        root: id,
        direction,
        through,
        isFiltered,
        depth,
        toggled: keysOf(toggled),
        open: keysOf(open),
        grouping: inColumns,
        selected: node,
        rowsFor: (count) => rowsOf(count, rootedSizes, free),
        framed: {
          parts: (count, hasStack) => Math.max(partsIn(width, count, hasStack), count > columns ? 1 : 0),
          stackedRows: (stacked, parts) =>
            1 + parts > columns
              ? stacked * ROWS_OF_LIST
              : stackedRowsIn(stacked, framedSizes(1, parts, width, true), width, free),
          widthOf: (parts, count, hasStack) =>
            parts * (framedSizes(count - 1, parts, width, hasStack).cardWidth + PLACE_DISTANCE) -
            PLACE_DISTANCE,
          rows: (counts) =>
            columns > 1 ? framedRowsIn(counts, width, free, highCards) : counts.sections * ROWS_OF_SECTION,
        },
        summed: {
          rowsFor: (count, stacked) =>
            count + stacked > columns ? ROWS_OF_LIST : rowsIn(summedSizesFor(count), width, free),
          stackedRowsFor: (stacked, count) =>
            count + stacked > columns
              ? stacked * ROWS_OF_LIST
              : stackedRowsIn(stacked, summedSizesFor(count), width, free),
        },
      });
    if (root !== undefined) {
      const first = around(root, height, 0);
      const strip = cycleStrip(cycleOf(first), width).height;
      const high = countHighCards(first, sizesOf(first.columns, width).cardWidth);
      return strip === 0 && high === 0 ? first : around(root, height - strip, high);
    }
    if (cluster !== undefined)
      return clusterMembers(view, {
        cluster,
        grouping,
        open: keysOf(open),
        selected: node,
        rowsFor: rankedRowsFor,
      });
    return isSmall
      ? repositoryLayers(view, {
          grouping: inColumns,
          open: keysOf(open),
          selected: node,
          columns,
          rowsFor: (count) => rowsOf(count, rankedSizes, heightOfOrganization(width, height)),
        })
      : clusterLayers(view, grouping, columns);
  }, [
    view,
    root,
    direction,
    through,
    isFiltered,
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
  const drawn = useMemo(() => {
    if (!view || !layers) return undefined;
    if (cluster !== undefined && producer !== undefined && table !== undefined)
      return dependenciesOfCell(view, grouping, MAX_CLUSTERS, { consumer: cluster, producer });
    return restrict(view, drawnIds(layers), layers.isShown);
  }, [view, layers, grouping, cluster, producer, table]);
  return { layers, drawn, grouping, isSmall };
}

/** Cards of a column in a list. */
const ROWS_OF_LIST = 12;

/** Cards of a section in a list. */
const ROWS_OF_SECTION = 8;

/** Organizations of up to this many repositories are drawn without clusters. */
export const SMALL_ORGANIZATION = 100;

/** Lines between more clusters than these cover each other. */
const FEW_CLUSTERS = 3;

/** Whether the clusters of the whole organization are too many for lines. */
export const isManyClusters = ({ cards, isAggregated }: Layers): boolean =>
  isAggregated &&
  cards.length > FEW_CLUSTERS &&
  cards.every((card) => card.kind === "group" && card.opens?.as === "cluster" && card.within !== undefined);
