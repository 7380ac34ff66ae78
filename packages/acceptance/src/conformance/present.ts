import { type Part, type Row, testsOf } from "./row.ts";

const LEGEND = `# Conformance

Every sentence of the interface specification and of the decisions beside it, with the tests that hold it. Written by
\`npm run conformance\` from \`packages/acceptance/src/conformance\`; a test fails where a row names a test that does not exist.
`;

/** The document of all sentences and of what holds each, as Markdown. */
export function presentConformance(documents: Readonly<Record<string, readonly Part[]>>): string {
  const chapters = Object.entries(documents).flatMap(([name, parts]) => [
    `## ${name}\n\n${presentCounts(parts.flatMap(({ rows }) => rows))}\n`,
    ...parts.map(presentPart),
  ]);
  return [LEGEND, ...chapters].join("\n");
}

function presentCounts(rows: readonly Row[]): string {
  const count = (isCounted: (row: Row) => boolean): number => rows.filter(isCounted).length;
  const held = count((row) => testsOf(row).length > 0);
  const notBuilt = count((row) => "notBuilt" in row);
  const notAssertable = count((row) => "notAssertable" in row);
  return `${rows.length} sentences: ${held} held by tests, ${notBuilt} not built, ${notAssertable} not assertable.`;
}

const presentPart = ({ title, rows }: Part): string =>
  `### ${title}\n\n| sentence | held by |\n|---|---|\n${rows.map((row) => `${presentRow(row)}\n`).join("")}`;

const presentRow = (row: Row): string => `| ${cell(row.says)} | ${holder(row)} |`;

function holder(row: Row): string {
  if ("notBuilt" in row) return `**not built: ${row.notBuilt}**`;
  if ("notAssertable" in row) return `n/a: ${cell(row.notAssertable)}`;
  return testsOf(row).map(presentTest).join("<br>");
}

function presentTest(test: string): string {
  const [file = "", ...titles] = test.split(" > ");
  return `[${file}](../packages/${file}): ${cell(titles.join(" > "))}`;
}

const cell = (text: string): string => text.replaceAll("|", String.raw`\|`).replaceAll("<", "&lt;");
