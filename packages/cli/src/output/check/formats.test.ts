import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { check as example } from "@knockon/contract/examples/check";
import { renderMarkdown } from "@knockon/contract/check/markdown";
import { nameForReaders } from "@knockon/contract/check/named-check";
import type { Check, CheckBreak } from "@knockon/contract/resources/check";
import { parseXml, XmlElement } from "@rgrove/parse-xml";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { toJson } from "../format.ts";
import { renderCodeQuality } from "./code-quality.ts";
import { renderJunit } from "./junit.ts";
import { renderSarif } from "./sarif.ts";
import { renderText } from "./text.ts";

const FIXTURES = join(import.meta.dirname, "fixtures");

const [one] = example.breaks;
if (!one) throw new Error("The example has no break.");

/** Names that end a string, a tag, a line or a URI, that a terminal or a viewer interprets, or that are not text. */
const NAMES = [
  `"><failure/>`,
  "]]>&amp;",
  "a\nb\u001b[31mred\u0007\u009b31m\u2028\u{e0041}",
  "\u202etxt.exe",
  "a:b#c?d%20",
  "[../../etc](https://elsewhere.example)",
  "nul\u0000\ufffe\uffff",
  "\ud800",
  "",
];

const CLOCKS = ["next_run", "next_update", "bump", "unknown"] as const;

const hostileBreak = (name: string, index: number): CheckBreak => ({
  ...one,
  name,
  change: (["removed", "renamed", "required", "artifact_removed"] as const)[index % 4] ?? "removed",
  renamed_to: index % 4 === 1 ? name : null,
  before: { file: name, line: index + 1 },
  after: null,
  producer_artifact: { ...one.producer_artifact, name: `acme/${name}` },
  consumer: { ...one.consumer, full_path: `acme/${name}` },
  use: { ...one.use, file: `src/${name}`, line: index + 1 },
  owner: index === 0 ? null : { names: [`@${name}`], source: index === 1 ? "last_author" : "codeowners" },
  clock: CLOCKS[Math.floor(index / 3)] ?? "unknown",
  effect: index === 1 ? "warns" : "does_not_start",
});

const hostile: Check = { ...example, breaks: NAMES.map(hostileBreak) };

/** A check whose breaks do not compress. */
const largeCheck = (count: number): Check => ({
  ...example,
  breaks: Array.from({ length: count }, (_, index) => ({
    ...one,
    name: randomBytes(200).toString("hex"),
    clock: index < count / 2 ? "next_run" : "bump",
  })),
});

const golden = (name: string): string => join(FIXTURES, `hostile.${name}`);

const matchesSarif = addFormats
  .default(new Ajv({ allErrors: true }))
  .compile(JSON.parse(readFileSync(join(FIXTURES, "sarif-subset.schema.json"), "utf8")) as object);

interface SarifRun {
  invocations: { toolExecutionNotifications: { message: { text: string } }[] }[];
  results: { message: { text: string }; partialFingerprints: Record<string, string> }[];
}

function parseSarif(text: string): SarifRun {
  const log = JSON.parse(text) as { runs: [SarifRun] };
  expect([matchesSarif(log), matchesSarif.errors]).toEqual([true, null]);
  return log.runs[0];
}

const elementsOf = (parent: XmlElement): XmlElement[] =>
  parent.children.filter((child) => child instanceof XmlElement);

function parseJunit(text: string): XmlElement {
  const [suite] = elementsOf(parseXml(text).root ?? new XmlElement("none"));
  if (!suite) throw new Error("There is no test suite.");
  return suite;
}

describe("reports of a check with hostile names", () => {
  it("are as recorded", async () => {
    await expect(renderText(hostile)).toMatchFileSnapshot(golden("txt"));
    await expect(renderSarif(hostile).text).toMatchFileSnapshot(golden("sarif"));
    await expect(renderJunit(hostile, "update").text).toMatchFileSnapshot(golden("junit.xml"));
    await expect(renderCodeQuality(hostile)).toMatchFileSnapshot(golden("codequality.json"));
  });

  it("contain every break", () => {
    expect(parseSarif(renderSarif(hostile).text).results).toHaveLength(NAMES.length);
    const suite = parseJunit(renderJunit(hostile, "update").text);
    expect(elementsOf(suite).map(({ name }) => name)).toEqual(NAMES.map(() => "testcase"));
    expect(suite.attributes).toMatchObject({ tests: "9", failures: "6" });
    const failed = elementsOf(suite).filter((testCase) => elementsOf(testCase)[0]?.name === "failure");
    expect(failed).toHaveLength(6);
    expect(JSON.parse(renderCodeQuality(hostile))).toHaveLength(NAMES.length);
  });

  it("link to nothing in messages of SARIF, where brackets before a parenthesis are a link", () => {
    for (const { message } of parseSarif(renderSarif(hostile).text).results)
      expect(message.text).not.toMatch(/\]\(/u);
  });

  it("print nothing that a terminal interprets", () => {
    const texts = [
      renderText(hostile),
      toJson(hostile),
      renderSarif(hostile).text,
      renderJunit(hostile, "update").text,
      renderCodeQuality(hostile),
      renderMarkdown(hostile),
    ];
    for (const text of texts) expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(JSON.parse(toJson(hostile))).toEqual(hostile);
  });
});

describe("a Code Quality report", () => {
  const matches = new Ajv().compile({
    type: "array",
    items: {
      type: "object",
      required: ["description", "check_name", "fingerprint", "severity", "location"],
      properties: {
        description: { type: "string", minLength: 1 },
        check_name: { type: "string", minLength: 1 },
        fingerprint: { type: "string", pattern: "^[0-9a-f]{64}$" },
        severity: { enum: ["info", "minor", "major", "critical", "blocker"] },
        location: {
          type: "object",
          required: ["path", "lines"],
          properties: {
            path: { type: "string" },
            lines: {
              type: "object",
              required: ["begin"],
              properties: { begin: { type: "integer", minimum: 1 } },
            },
          },
        },
      },
    },
  });

  it("has the fields that GitLab requires", () => {
    const report: unknown = JSON.parse(renderCodeQuality(hostile));
    expect([matches(report), matches.errors]).toEqual([true, null]);
    expect(renderCodeQuality({ ...example, breaks: [] })).toBe("[]\n");
  });

  it("has fingerprints that are unique and do not depend on lines", () => {
    const fingerprints = (breaks: CheckBreak[]): string[] =>
      (JSON.parse(renderCodeQuality({ ...example, breaks })) as { fingerprint: string }[]).map(
        ({ fingerprint }) => fingerprint,
      );
    const moved = { ...one, use: { ...one.use, line: 99 }, after: { file: "moved.yml", line: 99 } };
    expect(fingerprints([moved])).toEqual(fingerprints([one]));
    expect(new Set(fingerprints([one, moved, { ...one, name: "OTHER" }])).size).toBe(3);
  });
});

describe("a report with a limit leaves out the last breaks, and says so", () => {
  it("SARIF: by count", () => {
    const { text, cut } = renderSarif(largeCheck(10), { results: 7, gzipBytes: Infinity });
    const { results, invocations } = parseSarif(text);
    expect([results.length, cut.length]).toEqual([7, 3]);
    expect(invocations[0]?.toolExecutionNotifications[0]?.message.text).toBe(
      "3 breaks are not listed: 3 when bumped.",
    );
  });

  it("SARIF: by compressed size", () => {
    const limits = { results: 25_000, gzipBytes: 50_000 };
    const { text, cut } = renderSarif(largeCheck(400), limits);
    const size = gzipSync(text).length;
    expect(size).toBeLessThanOrEqual(limits.gzipBytes);
    expect(size).toBeGreaterThan(limits.gzipBytes * 0.9);
    const { results, invocations } = parseSarif(text);
    expect(results.length + cut.length).toBe(400);
    expect(invocations[0]?.toolExecutionNotifications[0]?.message.text).toMatch(
      /^\d+ breaks are not listed: \d+ on their next run, 200 when bumped\.$/u,
    );
  });

  it("JUnit: by count and size", () => {
    const check = largeCheck(400);
    for (const limits of [
      { cases: 100, bytes: Infinity },
      { cases: Infinity, bytes: 100_000 },
    ]) {
      const { text, cut } = renderJunit(check, "merge", limits);
      const cases = elementsOf(parseJunit(text));
      expect(cases.pop()?.text).toMatch(
        /^\d+ breaks are not listed: \d+ on their next run, 200 when bumped\.$/u,
      );
      expect(cases.length + cut.length).toBe(400);
      expect(cases.length).toBeLessThanOrEqual(limits.cases);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.bytes);
      expect(parseJunit(text).attributes).toMatchObject({ tests: String(cases.length) });
    }
  });
});

describe("consumers that are not named", () => {
  const secret = (index: number): CheckBreak => ({
    ...one,
    consumer: { ...one.consumer, id: `id-${index}`, full_path: `acme/SECRET-${index}` },
    use: { ...one.use, file: `SECRET-${index}.yml`, declaration: { file: `SECRET-${index}.yml`, line: 1 } },
    owner: { names: [`@acme/SECRET-${index}`], source: "codeowners" },
    clock: index < 2 ? "next_run" : "bump",
  });
  const named = nameForReaders(
    { ...example, breaks: [one, secret(0), secret(1), secret(2)], undecided: [] },
    { mayName: (id) => id === one.consumer.id, lessVisible: true },
  );

  it.each([
    ["text", () => renderText(named)],
    ["markdown", () => renderMarkdown(named)],
    ["json", () => toJson(named)],
    ["sarif", () => renderSarif(named).text],
    ["junit", () => renderJunit(named, "merge").text],
    ["codequality", () => renderCodeQuality(named)],
  ])("are counted in %s", (format, render) => {
    const text = render();
    expect(text).not.toContain("SECRET");
    expect(text).toContain(one.consumer.full_path);
    expect(text).toMatch(
      format === "json" ? /"repositories": 2/u : /2 private repositories[^]*1 private repository/u,
    );
  });

  it("fail a JUnit report like the others", () => {
    const failures = (failOn: "merge" | "bump") =>
      /failures="(\d+)"/u.exec(renderJunit(named, failOn).text)?.[1];
    expect([failures("merge"), failures("bump")]).toEqual([one.clock === "next_run" ? "2" : "1", "3"]);
  });
});
