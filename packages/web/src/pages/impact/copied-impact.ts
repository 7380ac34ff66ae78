import { API_PREFIX } from "@knockon/contract/operation";
import { getImpact } from "@knockon/contract/operations/repository";
import type { Impact } from "@knockon/contract/resources/impact";
import { ADOPTION_WORD } from "../../format/adoption-word.ts";
import { hopsInWords, versionsOf, type Affected } from "./affected.ts";
import { impactSentence, type Subject } from "./impact-sentence.ts";

/** For a pull request or a ticket: the sentence, a table for each wave, and the way back to the page. */
export function toMarkdown(subject: Subject, impact: Impact, address: string): string {
  const sentence = impactSentence(subject, impact.summary)
    .map((piece) => (typeof piece === "string" ? piece : code(piece.code)))
    .join("");
  const waves = impact.waves.flatMap((_, index) => {
    const rows = impact.affected.filter(({ wave }) => wave === index + 1);
    return rows.length === 0 ? [] : ["", `### Wave ${index + 1}`, "", ...tableOf(rows)];
  });
  return [sentence, ...waves, "", `[View the full impact in Knockon](${address})`, ""].join("\n");
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

/** In as many backticks as it has none of; a bar would end a table's cell. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const room = longest > 0 ? " " : "";
  return `${fence}${room}${text.replaceAll("|", "\\|")}${room}${fence}`;
}

/** The question as whoever has a key may ask it. In single quotes, which an encoded address has none of. */
export function toCurl(origin: string, question: Readonly<Record<string, string | number>>): string {
  const query = new URLSearchParams(
    Object.entries(question).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return `curl -H "X-API-Key: $KNOCKON_API_KEY" '${origin}${API_PREFIX}${getImpact.path}?${query}'`;
}
