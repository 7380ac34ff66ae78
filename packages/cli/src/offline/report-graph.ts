import { packGraph } from "@knockon/graph/pack-graph";
import { type PackedGraph } from "@knockon/graph/packed-graph";
import type { IndexedReport } from "./report-file.ts";
import type { Report, ReportDeclaration } from "./report.ts";
import { usesOf } from "./report-uses.ts";

const indexes = new WeakMap<Report, IndexedReport>();
const graphs = new WeakMap<Report, PackedGraph>();
/** Of reports without an index, by target. */
const declarations = new WeakMap<Report, Map<string | null, ReportDeclaration[]>>();

/** Makes the index of a report known to the functions below. */
export function useIndex(index: IndexedReport): void {
  indexes.set(index.report, index);
  keepGraph(index.report, index.graph);
}

/** Keeps the graph that was packed from a report. */
export const keepGraph = (report: Report, graph: PackedGraph): void => void graphs.set(report, graph);

/** Returns the graph in a report's index, or packs it, once. */
export function graphOf(report: Report): PackedGraph {
  const known = graphs.get(report);
  if (known) return known;
  const graph = packGraph(
    report.repositories.map((one) => one.full_path),
    usesOf(report),
  );
  keepGraph(report, graph);
  return graph;
}

/** Returns the declarations with a target, in the order of the report. */
export function declarationsTo(report: Report, target: string): readonly ReportDeclaration[] {
  const index = indexes.get(report);
  if (index) return index.declarationsTo(target);
  const byTarget =
    declarations.get(report) ?? Map.groupBy(report.declarations, (one) => one.target_repository);
  declarations.set(report, byTarget);
  return byTarget.get(target) ?? [];
}
