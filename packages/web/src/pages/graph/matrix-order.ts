import {
  byUses,
  type ClusterMatrix,
  type MatrixCluster,
  OTHERS,
  type Uses,
  usesBetween,
  usesOfOthers,
} from "./matrix.ts";

/** A column by which rows are ordered, as in the URL: the key of a cluster, or one of these. */
export const BY_NAME = ".name";
export const BY_SIZE = ".size";
export const BY_TOTAL = ".total";
export const BY_WITHIN = ".within";

export interface MatrixOrder {
  by: string;
  isDescending: boolean;
}

/** Reads `-infra`: with `-`, the greatest first. By default, those that use others most on the next run first. */
export function orderOf(matrix: ClusterMatrix, order = `-${BY_TOTAL}`): MatrixOrder {
  const isDescending = order.startsWith("-");
  const by = isDescending ? order.slice(1) : order;
  const known = [BY_NAME, BY_SIZE, BY_TOTAL, BY_WITHIN, OTHERS, ...matrix.columns.map(({ key }) => key)];
  return known.includes(by) ? { by, isDescending } : { by: BY_TOTAL, isDescending: true };
}

/** The order after a click on the heading of a column: the other way, or of another column by its greatest numbers or by name. */
export const orderAfter = ({ by, isDescending }: MatrixOrder, clicked: string): string => {
  const isAscending = by === clicked ? isDescending : clicked === BY_NAME;
  return `${isAscending ? "" : "-"}${clicked}`;
};

/** The rows in this order. The remainder is no cluster like the others and stays last. */
export function inOrder(matrix: ClusterMatrix, { by, isDescending }: MatrixOrder): MatrixCluster[] {
  const usesOf = (cluster: MatrixCluster): Uses =>
    by === BY_TOTAL
      ? cluster.using
      : by === BY_WITHIN
        ? cluster.within
        : by === OTHERS
          ? usesOfOthers(matrix, cluster)
          : usesBetween(matrix, cluster.key, by);
  /** The greatest first, names from A to Z reversed. */
  const compare = (a: MatrixCluster, b: MatrixCluster): number =>
    by === BY_NAME
      ? b.title.localeCompare(a.title)
      : by === BY_SIZE
        ? b.repositories - a.repositories
        : byUses(usesOf(a), usesOf(b));
  return matrix.clusters.toSorted(
    (a, b) => Number(a.isRest) - Number(b.isRest) || (isDescending ? compare(a, b) : compare(b, a)),
  );
}
