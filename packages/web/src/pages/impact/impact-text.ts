import { API_PREFIX } from "@knockon/contract/operation";
import { getImpact } from "@knockon/contract/operations/repository";
import type { Impact } from "@knockon/contract/resources/impact";
import { countOf, formatCount } from "../../format/format.ts";
import { ADOPTION_WORD } from "../../format/words.ts";

export type Affected = Impact["affected"][number];

export const hopsInWords = (hops: number): string => (hops === 1 ? "direct" : `${hops} hops`);

/** Distinct version constraints of the declarations. */
export const versionsOf = ({ evidence }: Affected): string[] => [
  ...new Set(evidence.flatMap(({ version_constraint }) => version_constraint ?? [])),
];

/** Groups rows by wave in rollout order. */
export function byWave(affected: readonly Affected[]): { wave: number; rows: Affected[] }[] {
  const waves = Map.groupBy(affected, ({ wave }) => wave);
  return [...waves].map(([wave, rows]) => ({ wave, rows })).toSorted((a, b) => a.wave - b.wave);
}

export interface Subject {
  root: string;
  artifact?: string | undefined;
  path?: string | undefined;
  version?: string | undefined;
}

/** Plain text or a name that is shown as code. */
type Piece = string | { of: keyof Subject; code: string };

/** Summarizes an impact: what changes, how many repositories it affects, and when. */
export function impactSentence(subject: Subject, summary: Impact["summary"]): Piece[] {
  return [...describeSubject(subject), ` ${describeReach(summary)}`, describeTiming(summary.by_adoption)];
}

function describeSubject({ root, artifact, path, version }: Subject): Piece[] {
  return [
    ...(version === undefined
      ? ["Changing "]
      : ["Releasing ", { of: "version", code: version } as const, " of "]),
    ...(path === undefined ? [] : [{ of: "path", code: path } as const, " in "]),
    { of: "root", code: root },
    ...(artifact === undefined
      ? []
      : [", which produces ", { of: "artifact", code: artifact } as const, ","]),
  ];
}

function describeReach({ direct, transitive }: Impact["summary"]): string {
  const total = direct + transitive;
  if (total === 0) return "affects no known repositories.";
  const affected = `affects ${countOf(total, "repository", "repositories")}`;
  if (transitive === 0) return total === 1 ? `${affected} directly.` : `${affected}, all directly.`;
  return direct === 0 ? `${affected}, none directly.` : `${affected}, ${formatCount(direct)} directly.`;
}

function describeTiming({ immediate, on_update, pinned, unknown }: Impact["summary"]["by_adoption"]): string {
  const clauses = [
    clause(immediate, "picks it up on its next run", "pick it up on their next run"),
    clause(on_update, "picks it up on its next update", "pick it up on their next update"),
    clause(pinned, "waits for a version bump", "wait for a version bump"),
    unknown > 0 && `timing unknown for ${formatCount(unknown)}`,
  ].filter((text) => text !== false);
  if (clauses.length === 0) return "";
  const text = clauses.join("; ");
  return ` ${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const clause = (count: number, one: string, many: string): string | false =>
  count > 0 && `${formatCount(count)} ${count === 1 ? one : many}`;

/** Renders the summary, a table per wave and a link to the page. */
export function toMarkdown(subject: Subject, impact: Impact, url: string): string {
  const sentence = impactSentence(subject, impact.summary)
    .map((piece) => (typeof piece === "string" ? piece : code(piece.code)))
    .join("");
  const waves = impact.waves.flatMap((_, index) => {
    const rows = impact.affected.filter(({ wave }) => wave === index + 1);
    return rows.length === 0 ? [] : ["", `### Wave ${index + 1}`, "", ...tableOf(rows)];
  });
  return [sentence, ...waves, "", `[View the full impact in Knockon](${url})`, ""].join("\n");
}

const tableOf = (rows: readonly Affected[]): string[] => [
  "| Repository | When | Distance | Version | Evidence |",
  "| --- | --- | --- | --- | --- |",
  ...rows.map((row) => {
    const [first] = row.evidence;
    const cells = [
      code(row.repository.full_path),
      ADOPTION_WORD[row.adoption],
      hopsInWords(row.hops),
      versionsOf(row).map(code).join(", "),
      first ? code(`${first.source_file}:${first.source_line}`) : "",
    ];
    return `| ${cells.join(" | ")} |`;
  }),
];

/** Uses a longer fence than any run of backticks, and escapes pipes for table cells. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const room = longest > 0 ? " " : "";
  return `${fence}${room}${text.replaceAll("|", "\\|")}${room}${fence}`;
}

/** Single quotes are safe because an encoded URL contains none. */
export function toCurl(origin: string, question: Readonly<Record<string, string | number>>): string {
  const query = new URLSearchParams(
    Object.entries(question).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return `curl -H "X-API-Key: $KNOCKON_API_KEY" '${origin}${API_PREFIX}${getImpact.path}?${query}'`;
}
