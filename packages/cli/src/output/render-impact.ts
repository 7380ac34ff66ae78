import type { Adoption, Impact } from "@knockon/contract/resources/impact";

const TIMING: Record<Adoption, string> = {
  immediate: "on next run",
  on_update: "on next update",
  pinned: "when bumped",
  unknown: "unknown",
};

type Affected = Impact["affected"][number];
type Evidence = Affected["evidence"][number];

/** Lines of evidence shown per repository. `--json` prints all of them. */
const SHOWN_LINES = 5;

const repositories = (count: number): string => (count === 1 ? "1 repository" : `${count} repositories`);

/** Renders a summary, then the affected repositories by rollout wave with their paths and evidence. */
export function renderImpact(impact: Impact): string {
  const { affected, unresolved, waves } = impact;
  const lines = renderSummary(impact);
  for (const index of waves.keys()) {
    lines.push("", `Wave ${index + 1}`);
    for (const one of affected.filter(({ wave }) => wave === index + 1)) lines.push(...renderAffected(one));
  }
  if (unresolved.below_floor > 0) {
    const count =
      unresolved.below_floor === 1 ? "1 more repository" : `${unresolved.below_floor} more repositories`;
    lines.push("", `${count} with confidence below ${impact.applied_min_confidence}.`);
  }
  if (!impact.complete) {
    lines.push("", `Incomplete: ${repositories(unresolved.failed_repositories)} could not be read.`);
  }
  return `${lines.join("\n")}\n`;
}

function renderSummary({ root, summary }: Impact): string[] {
  const count = summary.direct + summary.transitive;
  if (count === 0) return [`Changing ${root.full_path} affects no repositories.`];
  const { immediate, on_update, pinned, unknown } = summary.by_adoption;
  const timings = Object.entries({ immediate, on_update, pinned, unknown }) as [Adoption, number][];
  const shown = timings.filter(([, number]) => number > 0);
  return [
    `Changing ${root.full_path} affects ${repositories(count)}, ${summary.direct} directly.`,
    `${shown.map(([adoption, number]) => `${number} ${TIMING[adoption]}`).join(", ")}.`,
  ];
}

function renderAffected(one: Affected): string[] {
  const via = one.path.slice(0, -1).map((edge) => edge.source.full_path);
  const path = via.length > 0 ? `  via ${via.toReversed().join(" → ")}` : "";
  const cycle = one.cycle_group === null ? "" : `  cycle ${one.cycle_group}`;
  return [
    `  ${one.repository.full_path}  [${TIMING[one.adoption]}]  confidence ${one.confidence.toFixed(2)}${path}${cycle}`,
    ...renderEvidence(one.evidence),
    ...(one.adoption_decision ? renderDecision(one, one.adoption_decision) : []),
  ];
}

/** Explains the timing if the evidence above doesn't. */
function renderDecision(
  { repository, path, adoption }: Affected,
  decision: NonNullable<Affected["adoption_decision"]>,
): string[] {
  const renderPath = (edges: Affected["path"]): string =>
    edges.map((edge) => edge.source.full_path).join(" → ");
  const isOwn = decision.repository.id === repository.id;
  const reasons = [
    ...(isOwn ? [] : [`because of ${decision.repository.full_path}`]),
    ...(renderPath(decision.path) === renderPath(path) ? [] : [`via ${renderPath(decision.path)}`]),
  ];
  return [
    `      ${TIMING[adoption]} ${reasons.join(", ") || "because of other declarations"}:`,
    ...renderEvidence(decision.evidence),
  ];
}

const renderEvidence = (evidence: readonly Evidence[]): string[] => [
  ...evidence
    .slice(0, SHOWN_LINES)
    .map(
      ({ source_file, source_line, raw_reference, version_constraint_state }) =>
        `      ${source_file}:${source_line}  ${raw_reference}  (${version_constraint_state})`,
    ),
  ...(evidence.length > SHOWN_LINES ? [`      and ${evidence.length - SHOWN_LINES} more`] : []),
];
