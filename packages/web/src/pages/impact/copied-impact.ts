import { code } from "@knockon/contract/check/markdown";
import { describeOwner } from "@knockon/contract/check/words";
import { API_PREFIX } from "@knockon/contract/operation";
import { getImpact } from "@knockon/contract/operations/repository";
import type { Impact } from "@knockon/contract/resources/impact";
import { byDistance } from "./impact-groups.ts";
import { type Affected, type Piece, placeOf, rolesInWords, versionsOf, viaOf } from "./impact-text.ts";
import { CLOCK_WORDS } from "../../format/words.ts";

/** Renders the summary, a table of direct and one of transitive dependents, and a link to the page. */
export function toMarkdown(sentence: readonly Piece[], impact: Impact, url: string): string {
  const summary = sentence
    .map((piece) =>
      typeof piece === "string" ? piece : piece.of === "maximum" ? piece.text : code(piece.code),
    )
    .join("");
  const groups = byDistance(impact.affected).flatMap(({ title, rows }) => [
    "",
    `### ${title}`,
    "",
    ...tableOf(rows),
  ]);
  return [summary, ...groups, "", `[View the full impact in Knockon](${url})`, ""].join("\n");
}

const tableOf = (rows: readonly Affected[]): string[] => [
  "| Repository | When | Roles | Version | Via | Decided by | Owner |",
  "| --- | --- | --- | --- | --- | --- | --- |",
  ...rows.map((row) => {
    const cells = [
      code(row.repository.full_path),
      row.archived ? "archived" : CLOCK_WORDS[row.clock].label,
      rolesInWords(row),
      versionsOf(row).map(code).join(", "),
      viaOf(row).map(code).join(" → "),
      decisionOf(row),
      row.owner === null ? "" : describeOwner(row.owner, code),
    ];
    return `| ${cells.join(" | ")} |`;
  }),
];

/** The place of the deciding line, with its repository if that is another one. */
function decisionOf({ repository, clock_repository, clock_evidence }: Affected): string {
  if (!clock_evidence) return "";
  const place = placeOf(clock_evidence);
  return code(clock_repository.id === repository.id ? place : `${clock_repository.full_path}/${place}`);
}

/** Single quotes are safe because an encoded URL contains none. */
export function toCurl(origin: string, question: Readonly<Record<string, string | number>>): string {
  const query = new URLSearchParams(
    Object.entries(question).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return `curl -H "X-API-Key: $KNOCKON_API_KEY" '${origin}${API_PREFIX}${getImpact.path}?${query}'`;
}
