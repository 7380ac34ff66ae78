import type { Adoption, Impact } from "@knockon/contract/resources/impact";

const WHEN: Record<Adoption, string> = {
  immediate: "breaks now",
  on_update: "at next update",
  pinned: "when bumped",
  unknown: "unknown",
};

type Affected = Impact["affected"][number];
type Evidence = Affected["evidence"][number];

/** Lines of evidence for each repository; `--json` has them all. */
const SHOWN_LINES = 5;

const repositories = (count: number): string => (count === 1 ? "1 repository" : `${count} repositories`);

/** One sentence, then the affected by rollout wave, each with its path and the lines that say so. */
export function renderImpact(impact: Impact): string {
  const { summary, root, affected, unresolved } = impact;
  const hit = summary.direct + summary.transitive;
  const { immediate, on_update: onUpdate, pinned, unknown } = summary.by_adoption;
  const lines = [
    `Changing ${root.full_path} hits ${repositories(hit)}, ${summary.direct} directly.`,
    `${immediate} at their next run, ${onUpdate} at their next update, ${pinned} when someone bumps them, ${unknown} unknown.`,
  ];
  for (const [index] of impact.waves.entries()) {
    lines.push("", `Wave ${index + 1}`);
    for (const one of affected.filter(({ wave }) => wave === index + 1)) lines.push(...renderAffected(one));
  }
  if (unresolved.below_floor > 0) {
    lines.push(
      "",
      `${repositories(unresolved.below_floor)} more on evidence below ${impact.applied_min_confidence}.`,
    );
  }
  if (!impact.complete) {
    lines.push("", `Incomplete: ${repositories(unresolved.failed_repositories)} could not be read.`);
  }
  return `${lines.join("\n")}\n`;
}

function renderAffected(one: Affected): string[] {
  const via = one.path.slice(0, -1).map((edge) => edge.source.full_path);
  const path = via.length > 0 ? `  via ${via.toReversed().join(" → ")}` : "";
  const cycle = one.cycle_group === null ? "" : `  cycle ${one.cycle_group}`;
  return [
    `  ${one.repository.full_path}  [${WHEN[one.adoption]}]  confidence ${one.confidence.toFixed(2)}${path}${cycle}`,
    ...renderLines(one.evidence),
    ...(one.adoption_decision ? renderDecision(one, one.adoption_decision) : []),
  ];
}

function renderDecision(
  { repository, path, adoption }: Affected,
  decision: NonNullable<Affected["adoption_decision"]>,
): string[] {
  const wayOf = (edges: Affected["path"]): string => edges.map((edge) => edge.source.full_path).join(" → ");
  const isOwn = decision.repository.id === repository.id;
  const reasons = [
    ...(isOwn ? [] : [`because of ${decision.repository.full_path}`]),
    ...(wayOf(decision.path) === wayOf(path) ? [] : [`by way of ${wayOf(decision.path)}`]),
  ];
  return [
    `      ${WHEN[adoption]} ${reasons.join(", ") || "because of"}:`,
    ...renderLines(decision.evidence),
  ];
}

const renderLines = (evidence: readonly Evidence[]): string[] => [
  ...evidence.slice(0, SHOWN_LINES).map(renderEvidence),
  ...(evidence.length > SHOWN_LINES ? [`      and ${evidence.length - SHOWN_LINES} more`] : []),
];

function renderEvidence({
  source_file,
  source_line,
  raw_reference,
  version_constraint_state,
}: Evidence): string {
  const place = source_line === null ? source_file : `${source_file}:${source_line}`;
  return `      ${place}  ${raw_reference}  (${version_constraint_state})`;
}
