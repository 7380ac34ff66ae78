import type { ReportDeclaration, ReportEdge } from "../../packages/cli/src/offline/report.ts";

/** Lines that no person wrote are cut. */
const MAX_LINE_LENGTH = 200;

export function presentDeclaration(one: ReportDeclaration, line: string | undefined): string {
  const target = one.target_repository ?? `nobody (${one.reason})`;
  const { rule, class: evidence } = one.evidence;
  return [
    `${one.repository}  ${one.source_file}:${one.source_line ?? "-"}`,
    `  | ${line?.trim().slice(0, MAX_LINE_LENGTH) ?? "(no such line)"}`,
    `  ${rule}, ${evidence}: ${one.raw_reference}`,
    `  ${one.dependency_type} ${one.artifact} @ ${one.version_constraint ?? "-"} (${one.version_constraint_state})`,
    `  -> ${target}, ${one.confidence}`,
  ].join("\n");
}

export const presentEdge = (edge: ReportEdge, uses: number): string =>
  `== ${edge.source} -> ${edge.target}  ${edge.dependency_type} @ ${edge.version_constraint ?? "-"}, ` +
  `${edge.confidence}, uses: ${uses}`;
