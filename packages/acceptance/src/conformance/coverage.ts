import { DECISIONS } from "./decisions.ts";
import { INTERFACE } from "./interface.ts";
import type { Requirement, Section } from "./requirement.ts";
import { requirementIds } from "./requirement.ts";

const DOCUMENTS: Readonly<Record<string, readonly Section[]>> = {
  "interface.md": INTERFACE,
  "decisions.md": DECISIONS,
};

export interface RanTest {
  /** Path below `packages`. */
  readonly file: string;
  /** Full name, including describe blocks. */
  readonly name: string;
  readonly passed: boolean;
}

export interface Coverage {
  /** The test files that cover each requirement, by ID. */
  readonly filesById: ReadonlyMap<string, readonly string[]>;
  /** Each mismatch between requirements and tests, as a sentence. */
  readonly faults: readonly string[];
}

/** Compares the requirements with the tests of a complete run. Only passed tests cover a requirement. */
export function requirementCoverage(tests: readonly RanTest[]): Coverage {
  const all = new Map(
    Object.values(DOCUMENTS).flatMap((sections) =>
      sections.flatMap(({ requirements }) => Object.entries(requirements)),
    ),
  );
  const files = new Map<string, Set<string>>();
  const faults = new Set<string>();
  for (const { file, name, passed } of tests) {
    for (const id of requirementIds(name)) {
      if (!all.has(id)) faults.add(`${file} names the unknown requirement ${id}.`);
      if (passed) files.set(id, (files.get(id) ?? new Set()).add(file));
    }
  }
  for (const [id, requirement] of all) {
    const isCovered = files.has(id);
    const isAssertable = typeof requirement === "string";
    if (isAssertable && !isCovered) faults.add(`No passed test covers requirement ${id}: ${requirement}`);
    if (!isAssertable && isCovered)
      faults.add(`Requirement ${id} is marked not assertable, but a test names it.`);
  }
  return {
    filesById: new Map([...files].map(([id, ofId]) => [id, [...ofId].toSorted()])),
    faults: [...faults],
  };
}

const LEGEND = `# Conformance

The requirements of the interface specification and of the decisions that complete it, with the test files that cover them. A test
names the requirements it covers by ID, for example \`[IF-3.2]\`. A complete test run fails if a requirement has no passing test.
\`npm run fix\` writes this file.
`;

/** The conformance table as Markdown. */
export function presentCoverage({ filesById }: Coverage): string {
  const chapters = Object.entries(DOCUMENTS).flatMap(([document, sections]) => {
    const requirements = sections.flatMap((section) => Object.values(section.requirements));
    const notAssertable = requirements.filter((requirement) => typeof requirement !== "string").length;
    const assertable = requirements.length - notAssertable;
    return [
      `## ${document}\n\n${requirements.length} requirements: ${assertable} covered by tests, ${notAssertable} not assertable.\n`,
      ...sections.map((section) => presentSection(section, filesById)),
    ];
  });
  return [LEGEND, ...chapters].join("\n");
}

function presentSection({ title, requirements }: Section, filesById: Coverage["filesById"]): string {
  const rows = Object.entries(requirements).map(
    ([id, requirement]) =>
      `| ${id} | ${cell(textOf(requirement))} | ${coveredBy(requirement, filesById.get(id) ?? [])} |\n`,
  );
  return `### ${title}\n\n| id | requirement | covered by |\n|---|---|---|\n${rows.join("")}`;
}

const textOf = (requirement: Requirement): string =>
  typeof requirement === "string" ? requirement : requirement.says;

function coveredBy(requirement: Requirement, files: readonly string[]): string {
  if (typeof requirement !== "string") return `Not assertable: ${cell(requirement.notAssertable)}`;
  return files.map((file) => `[${file.replace("/src/", "/")}](../packages/${file})`).join("<br>");
}

const cell = (text: string): string => text.replaceAll("|", String.raw`\|`).replaceAll("<", "&lt;");
