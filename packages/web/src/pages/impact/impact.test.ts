import type { Impact } from "@knockon/contract/resources/impact";
import { describe, expect, it } from "vitest";
import { changeQuery, ImpactSearch, queryOf } from "./impact-search.ts";
import {
  type Affected,
  byWave,
  impactSentence,
  type Subject,
  toCurl,
  toMarkdown,
  versionsOf,
} from "./impact-text.ts";

const ID = "7f1f2a3e-0000-4000-8000-000000000001";
const NONE = { immediate: 0, on_update: 0, pinned: 0, unknown: 0 };

const summaryOf = (direct: number, transitive: number, when: Partial<typeof NONE>): Impact["summary"] => ({
  direct,
  transitive,
  by_dependency_type: {},
  by_confidence_band: { high: direct + transitive, medium: 0, low: 0, mention: 0 },
  by_adoption: { ...NONE, ...when },
});

const affected = (name: string, wave: number, file = "Dockerfile"): Affected => ({
  repository: { id: ID, name, full_path: `acme/${name}` },
  hops: wave,
  confidence: 0.95,
  path: [],
  evidence: ["1.4.0", null, "1.4.0", "1.5.0"].map((version_constraint) => ({
    source_file: file,
    source_line: 3,
    raw_reference: `base:${version_constraint}`,
    version_constraint,
    version_constraint_state: "pinned",
  })),
  adoption: "pinned",
  adoption_decision: null,
  wave,
  cycle_group: null,
  ownership: null,
});

const impactOf = (...rows: Affected[]): Impact => ({
  root: { id: ID, name: "base", full_path: "acme/base" },
  scan: { id: ID, status: "completed", completed_at: null, failed_repos: 0 },
  complete: true,
  applied_min_confidence: 0.4,
  max_depth: 3,
  summary: summaryOf(1, rows.length - 1, { pinned: rows.length }),
  affected: rows,
  waves: [[ID], [ID]],
  choke_points: [],
  unresolved: { failed_repositories: 0, below_floor: 0 },
});

describe("impactSentence", () => {
  const said = (subject: Subject, summary: Impact["summary"]): string =>
    impactSentence(subject, summary)
      .map((piece) => (typeof piece === "string" ? piece : `\`${piece.code}\``))
      .join("");

  it.each([
    [
      summaryOf(9, 5, { immediate: 3, pinned: 11 }),
      "Changing `a` affects 14 repositories, 9 directly. 3 pick it up on their next run; 11 wait for a version bump.",
    ],
    [
      summaryOf(1, 0, { on_update: 1 }),
      "Changing `a` affects 1 repository directly. 1 picks it up on its next update.",
    ],
    [
      summaryOf(2, 0, { unknown: 2 }),
      "Changing `a` affects 2 repositories, all directly. Timing unknown for 2.",
    ],
    [summaryOf(0, 0, {}), "Changing `a` affects no known repositories."],
  ])("uses singular and plural and omits zero counts", (summary, sentence) => {
    expect(said({ root: "a" }, summary)).toBe(sentence);
  });

  it("includes the version, path and artifact", () => {
    const none = summaryOf(0, 0, {});
    expect(said({ root: "a", version: "2.0.0", path: "src" }, none)).toMatch(
      /^Releasing `2.0.0` of `src` in `a` affects/u,
    );
    expect(said({ root: "a", artifact: "@acme/ui" }, none)).toMatch(
      /^Changing `a`, which produces `@acme\/ui`, affects/u,
    );
  });
});

describe("the query in the URL", () => {
  it("keeps numeric versions as text and drops invalid values", () => {
    expect(ImpactSearch.parse({ repository_id: ID, version: 2, max_depth: 99, min_confidence: "a" })).toEqual(
      {
        repository_id: ID,
        version: "2",
      },
    );
  });

  it("has one root and no view state", () => {
    const search: ImpactSearch = {
      artifact_id: ID,
      repository_id: ID,
      open: ID,
      adoption: "pinned",
      page: 2,
      version: "1",
    };
    expect(queryOf(search)).toEqual({ artifact_id: ID, version: "1" });
    expect(changeQuery(search, { version: "2" })).toMatchObject({
      open: undefined,
      page: undefined,
      version: "2",
    });
  });
});

describe("copying an impact", () => {
  it("renders a Markdown table per wave and escapes file names", () => {
    const markdown = toMarkdown(
      { root: "acme/base" },
      impactOf(affected("b", 2), affected("a", 1, "a|`b`")),
      "https://k/",
    );
    expect(markdown.split("\n")).toEqual([
      "Changing `acme/base` affects 2 repositories, 1 directly. 2 wait for a version bump.",
      "",
      "### Wave 1",
      "",
      "| Repository | When | Distance | Version | Evidence |",
      "| --- | --- | --- | --- | --- |",
      "| `acme/a` | when bumped | direct | `1.4.0`, `1.5.0` | `` a\\|`b`:3 `` |",
      "",
      "### Wave 2",
      "",
      "| Repository | When | Distance | Version | Evidence |",
      "| --- | --- | --- | --- | --- |",
      "| `acme/b` | when bumped | 2 hops | `1.4.0`, `1.5.0` | `Dockerfile:3` |",
      "",
      "[View the full impact in Knockon](https://k/)",
      "",
    ]);
  });

  it("renders a curl command and encodes file names", () => {
    expect(toCurl("https://k", { repository_id: ID, path: "a'; rm -rf ~" })).toBe(
      `curl -H "X-API-Key: $KNOCKON_API_KEY" 'https://k/api/v1/impact?repository_id=${ID}&path=a%27%3B+rm+-rf+%7E'`,
    );
  });
});

describe("affected repositories", () => {
  it("are grouped in rollout order with distinct versions", () => {
    const rows = [affected("c", 2), affected("a", 1), affected("b", 2)];
    expect(byWave(rows).map(({ rows: of }) => of.map(({ repository }) => repository.name))).toEqual([
      ["a"],
      ["c", "b"],
    ]);
    expect(versionsOf(affected("a", 1))).toEqual(["1.4.0", "1.5.0"]);
  });
});
