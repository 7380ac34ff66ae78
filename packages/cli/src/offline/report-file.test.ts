import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { array, assert, constantFrom, nat, property, record, string } from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { toJson } from "../output/format.ts";
import { runKnockon } from "../testing/run-knockon.ts";
import { makeAcme, temporaryFolder } from "../testing/temporary-organization.ts";
import { openIndexed, reportTexts } from "./report-file.ts";
import { graphOf } from "./report-graph.ts";
import type { Report, ReportDeclaration } from "./report.ts";

/** Names as hosts and folders may have them, and what could be mistaken for the layout of the file. */
const NAMES = ["acme/app", "acme/base", "acme/größe", 'a"b\\', "acme/\u200e", "x\n  }"];
const TEXT = constantFrom(
  "https://github.com/acme/base",
  '\n   "target_repository": "acme/base",',
  '"target_repository": "acme/base"',
  "\n  {\n  }",
  "\ud800 𝒜",
);

const declarationOf = (
  repository: string,
  target: string | null,
  { text, line }: { text: string; line: number },
): ReportDeclaration => ({
  repository,
  ecosystem: "references",
  dependency_type: "git_repository",
  source_file: text,
  source_line: line,
  raw_reference: text,
  artifact: text,
  version_constraint: null,
  version_comment: null,
  version_constraint_state: "absent",
  target_repository: target,
  confidence: 0.5,
  evidence: { class: "unclassified", rule: "references.url" },
  reason: null,
  versioning: "git",
  role: "build",
  scope: null,
  target_scope: target === null ? null : "*",
  locked: null,
});

const reportWith = (
  declarations: readonly ReportDeclaration[],
  warnings: readonly string[] = [],
): Report => ({
  format_version: 2,
  repositories: NAMES.map((full_path) => ({
    full_path,
    clone_url: null,
    commit_sha: null,
    status: "scanned",
    problems: [],
  })),
  artifacts: [],
  declarations: [...declarations],
  compositions: [],
  interfaces: [],
  artifact_files: [],
  edges: [],
  ...(warnings.length > 0 && { warnings: [...warnings] }),
  timings: { extract_seconds: 0, resolve_seconds: 0, files: 0, bytes: 0 },
});

const DECLARATION = record({
  repository: constantFrom(...NAMES),
  target: constantFrom(null, ...NAMES),
  text: TEXT,
  line: nat(3),
});

const REPORT = record({ declarations: array(DECLARATION), warnings: array(string(), { maxLength: 1 }) }).map(
  ({ declarations, warnings }) =>
    reportWith(
      declarations.map((one) => declarationOf(one.repository, one.target, one)),
      warnings,
    ),
);

const write = (report: Report): Buffer => Buffer.from([...reportTexts(report, graphOf(report))].join(""));

const parse = (bytes: Buffer): Report => {
  const { index: _, ...report } = JSON.parse(bytes.toString("utf8")) as Report & { index: unknown };
  return report;
};

describe("reportTexts", () => {
  it("adds one line to the sorted JSON of the report", () => {
    assert(
      property(REPORT, (report) => {
        const lines = write(report).toString("utf8").split("\n");
        const [index = ""] = lines.splice(-3, 1);
        expect(index).toMatch(/^ "index": \{.*\}$/u);
        expect(lines.join("\n").replace(/,\n\}\n$/u, "\n}\n")).toBe(toJson(report));
      }),
    );
  });

  it("differs between scans of equal commits only from the timings on", () => {
    const [one, other] = [1, 2.5].map((seconds) => {
      const report = reportWith([declarationOf("acme/app", "acme/base", { text: "a", line: 1 })]);
      const text = write({ ...report, timings: { ...report.timings, extract_seconds: seconds } }).toString();
      return [text.split('"timings"')[0], text.split('"index"')[1]];
    });
    expect(one).toEqual(other);
  });
});

describe("openIndexed", () => {
  it("has the report, its graph and the declarations with a target", () => {
    assert(
      property(REPORT, constantFrom(...NAMES, "acme"), (report, target) => {
        const opened = openIndexed(write(report));
        expect(opened?.declarationsTo(target)).toEqual(
          report.declarations.filter((one) => one.target_repository === target),
        );
        expect(opened?.graph).toEqual(graphOf(report));
        expect({ ...opened?.report }).toEqual(report);
      }),
    );
  });

  it("does not open what was changed, except for timings and warnings", () => {
    const declaration = declarationOf("acme/app", "acme/base", { text: "a", line: 1 });
    const report = reportWith([declaration], ["The folder can't be read."]);
    const [bytes, graph] = [write(report), graphOf(report)];
    assert(
      property(
        nat(bytes.length - 1),
        nat(255),
        constantFrom(0, 1),
        constantFrom(0, 1),
        (at, byte, from, to) => {
          const inserted = Buffer.from([byte]).subarray(0, to);
          const changed = Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + from)]);
          const opened = openIndexed(changed);
          expect(opened && { ...opened.report }).toEqual(opened && parse(changed));
          expect(opened?.graph ?? graph).toEqual(graph);
          // Spaces in the index change nothing.
          const isProtected = at < bytes.indexOf('"timings"') - 5 && !changed.equals(bytes);
          expect(isProtected && opened !== undefined).toBe(false);
        },
      ),
      { numRuns: 2000 },
    );
    const later = bytes.toString("utf8").replace('"extract_seconds": 0', '"extract_seconds": 12.5');
    expect(openIndexed(Buffer.from(later))?.report.timings.extract_seconds).toBe(12.5);
  });

  it.each(["", "\n}\n", "null\n", '{\n "index": {}\n}\n', '{\n "index": {"version":2,"fields":{}}\n}\n'])(
    "does not open %j",
    (text) => expect(openIndexed(Buffer.from(text))).toBeUndefined(),
  );
});

describe("commands", () => {
  const folder = temporaryFolder();

  beforeAll(async () => {
    await runKnockon(["scan", makeAcme(folder), "--json", "acme.json"], { cwd: folder });
    const text = readFileSync(join(folder, "acme.json"), "utf8");
    const report = parse(Buffer.from(text));
    writeFileSync(join(folder, "plain.json"), JSON.stringify(report));
    // The index is that of the former text.
    const lines = text.split("\n");
    const changed = { ...report, declarations: report.declarations.slice(1) };
    writeFileSync(
      join(folder, "changed.json"),
      `${toJson(changed).slice(0, -"\n}\n".length)},\n${lines.at(-3)}\n}\n`,
    );
    writeFileSync(join(folder, "changed-plain.json"), JSON.stringify(changed));
  });

  it.each([
    ["impact", "acme/base-image", "--json"],
    ["impact", "acme/base-image", "--path", "Dockerfile", "--json"],
    ["dependents", "acme/base-image", "--json"],
    ["lookup", "base-image", "--json"],
    ["graph", "--json"],
    ["artifacts", "--json"],
    ["unresolved", "--json"],
    ["problems", "--json"],
  ])("answer the same without the index, and never from a stale one: %s %s", async (...args) => {
    const answer = (file: string) => runKnockon([...args, "--in", file], { cwd: folder });
    const answered = await answer("acme.json");
    expect(answered.stdout).not.toBe("");
    expect(answered).toEqual(await answer("plain.json"));
    expect(await answer("changed.json")).toEqual(await answer("changed-plain.json"));
  });
});
