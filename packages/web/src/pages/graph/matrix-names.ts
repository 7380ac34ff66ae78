import {
  type ClusterMatrix,
  type MatrixCluster,
  OTHERS,
  type RestUsers,
  sumOfUses,
  type Uses,
  usesBetween,
  usesOfOthers,
} from "./matrix.ts";
import { countOf, formatCount } from "../../format/format.ts";
import { nextRunInWords } from "../../components/badges.tsx";

/** `payments* uses platform*: 68 dependencies, 4 on next run, 8 may be.` */
export function pairInWords(consumer: string, producer: string, { count, nextRun, may }: Uses): string {
  const next = nextRun > 0 ? `, ${nextRunInWords(nextRun, may)}` : "";
  return `${consumer} uses ${producer}: ${countOf(count, "dependency", "dependencies")}${next}.`;
}

/** `143 more owners`, of other kinds `5 more ecosystems and others`: who else uses a cluster. */
export function moreUsers(
  users: readonly RestUsers[],
  [one, many]: readonly [one: string, many: string],
): string {
  const count = users.reduce((sum, { members }) => sum + members, 0);
  const hasOthers = users.some((some) => some.hasOthers);
  if (count === 0) return "Others";
  return countOf(count, `more ${one}`, `more ${many}`) + (hasOthers ? " and others" : "");
}

/** `126 other owners`, or how many of these use a cluster. */
export const restInWords = ({ title, members }: MatrixCluster, users: RestUsers): string =>
  users.members > 0 && users.members < members ? `${formatCount(users.members)} of ${title}` : title;

/** Returns the name of a cluster, without the organization if all have the same: `@acme/`. */
export function namesOf(clusters: readonly MatrixCluster[]): (cluster: MatrixCluster) => string {
  const prefixes = new Set(
    clusters.filter(({ isRest }) => !isRest).map(({ title }) => /^@[^/]+\//u.exec(title)?.[0] ?? ""),
  );
  const [only = "", ...others] = prefixes;
  const prefix = others.length === 0 ? only : "";
  return ({ title }) => (title.startsWith(prefix) ? title.slice(prefix.length) : title);
}

export interface Producer {
  key: string;
  name: string;
  title: string;
  usesBy: (row: MatrixCluster) => Uses;
  total: Uses;
}

/** The columns with their sums: clusters, and one of all others that are used. */
export function producersOf(matrix: ClusterMatrix, nameOf: (cluster: MatrixCluster) => string): Producer[] {
  const { columns, others } = matrix;
  const named = columns.map((cluster) => ({
    key: cluster.key,
    name: nameOf(cluster),
    title: cluster.title,
    usesBy: (row: MatrixCluster) => usesBetween(matrix, row.key, cluster.key),
    total: cluster.used,
  }));
  const [only] = others;
  if (!only) return named;
  // The remainder among the rows is another one: two numbers would seem to contradict each other.
  const name = others.length === 1 ? nameOf(only) : "All\u00A0others";
  return [
    ...named,
    {
      key: OTHERS,
      name,
      title: others.length === 1 ? only.title : "others",
      usesBy: (row) => usesOfOthers(matrix, row),
      total: sumOfUses(others.map(({ used }) => used)),
    },
  ];
}

/** The columns and the remainder among the rows leave out different ones. */
export const othersInWords = (
  { others, columns }: ClusterMatrix,
  [, many]: readonly [one: string, many: string],
): string =>
  `All ${many} but the ${formatCount(columns.length)} most used: ${others.map(({ title }) => title).join(", ")}`;
