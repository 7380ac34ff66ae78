import type { Impact } from "@knockon/contract/resources/impact";
import type { Role } from "@knockon/contract/vocabulary/role";
import { describe, expect, it } from "vitest";
import { toCurl, toMarkdown } from "./copied-impact.ts";
import { conditionInBrief, fetchedFile, whenInWords } from "./impact-condition.ts";
import { byClock, byDistance, byOwner, byWave, cyclesOf, totalsOf } from "./impact-groups.ts";
import { countOwners, nameOwners, ownerHash, ownersInWords } from "./impact-owners.ts";
import {
  AFFECTING_ROLES,
  asksForMentions,
  changeQuery,
  graphQuery,
  ImpactSearch,
  MENTIONS,
  pageOf,
  queryOf,
  roleText,
  rolesOf,
  scopeInWords,
} from "./impact-search.ts";
import {
  activeOf,
  countByTiming,
  type Affected,
  archivedInWords,
  type Evidence,
  distanceInBrief,
  distanceInWords,
  impactSentence,
  isDecidedByFirst,
  scriptOf,
  mostOf,
  rolesInWords,
  type Subject,
  unusualRolesInWords,
  versionsOf,
  archivedThrough,
  usersInWords,
  viaOf,
} from "./impact-text.ts";
import { afterInWords, followersOf } from "./impact-followers.ts";
import { doubledIn } from "./use-doubled.ts";
import { ownerWithin } from "../../format/words.ts";

const ID = "7f1f2a3e-0000-4000-8000-000000000001";
const NO_CLOCKS = { next_run: 0, next_update: 0, bump: 0, unknown: 0 };
const NO_ROLES = {
  runtime: 0,
  build: 0,
  ci: 0,
  dev: 0,
  test: 0,
  example: 0,
  fixture: 0,
  documentation: 0,
  vendored: 0,
};

type Clocks = Partial<typeof NO_CLOCKS>;

const summaryOf = (
  roles: Partial<Record<Role, number>>,
  transitive: number,
  when: { direct?: Clocks; transitive?: Clocks; may?: number; archived?: Clocks },
): Impact["summary"] => ({
  direct: Object.values(roles).reduce((sum, count) => sum + count, 0),
  transitive,
  by_dependency_type: {},
  by_confidence_band: { high: 0, medium: 0, low: 0, mention: 0 },
  by_clock: {
    direct: { ...NO_CLOCKS, ...when.direct },
    transitive: { ...NO_CLOCKS, ...when.transitive },
  },
  may_next_run: { direct: when.may ?? 0, transitive: 0 },
  archived: {
    by_clock: { direct: { ...NO_CLOCKS, ...when.archived }, transitive: NO_CLOCKS },
    may_next_run: { direct: 0, transitive: 0 },
  },
  by_role: { direct: { ...NO_ROLES, ...roles }, transitive: NO_ROLES },
  mentions: 0,
});

const reference = (name: string) => ({ id: `${ID}-${name}`, name, full_path: `acme/${name}` });

const line = (changes: Partial<Evidence> = {}): Evidence => ({
  source_file: "Dockerfile",
  source_line: 3,
  raw_reference: "base:1.4.0",
  version_constraint: "1.4.0",
  version_constraint_state: "pinned",
  confidence: 0.95,
  locked: null,
  clock: "bump",
  owner: null,
  ...changes,
});

const LOCKED = line({
  source_file: "package.json",
  version_constraint: "^1.4.0",
  locked: { version: "1.4.2", file: "package-lock.json", line: 8 },
});

const step = (source: string, target: string, scope: string | null = null): Affected["path"][number] => ({
  source: reference(source),
  target: reference(target),
  dependency_type: "github_action",
  role: "ci",
  scope: scope === null ? null : { artifact_type: "github_action", name: scope },
  artifact: null,
  confidence: 0.95,
});

const affected = (name: string, changes: Partial<Affected> = {}): Affected => ({
  repository: reference(name),
  direct: true,
  hops: 1,
  confidence: 0.95,
  clock: "bump",
  conditional: false,
  archived: false,
  clock_confidence: 0.95,
  clock_repository: reference(name),
  clock_evidence: line(),
  roles: [{ role: "runtime", clock: "bump", scope: null, evidence: [line()], more: 0 }],
  path: [step(name, "base")],
  wave: 1,
  cycle_group: null,
  owner: null,
  ownership: null,
  ...changes,
});

const transitive = (name: string, changes: Partial<Affected> = {}): Affected =>
  affected(name, {
    direct: false,
    hops: 2,
    wave: 2,
    path: [step("a", "base", "acme/a/setup"), step(name, "a")],
    ...changes,
  });

const impactOf = (...rows: Affected[]): Impact => ({
  root: reference("base"),
  scan: { id: ID, status: "completed", completed_at: null, failed_repos: 0 },
  complete: true,
  applied_min_confidence: 0.4,
  max_depth: 3,
  through: "artifacts",
  summary: summaryOf({ runtime: 1 }, rows.length - 1, { direct: { bump: rows.length } }),
  affected: rows,
  waves: [[ID], [ID]],
  choke_points: [],
  unresolved: { failed_repositories: 0, below_floor: 0, paths: [] },
});

const namesOf = (rows: readonly Affected[]): string[] => rows.map(({ repository }) => repository.name);

describe("impactSentence", () => {
  const said = (
    subject: Subject,
    summary: Impact["summary"],
    options?: Parameters<typeof impactSentence>[2],
  ): string =>
    impactSentence(subject, summary, options)
      .map((piece) =>
        typeof piece === "string" ? piece : piece.of === "maximum" ? piece.text : `\`${piece.code}\``,
      )
      .join("");

  it.each([
    [
      summaryOf({ runtime: 6, build: 2, ci: 1 }, 5, {
        direct: { next_run: 3, bump: 6 },
        transitive: { bump: 5 },
      }),
      "Changing `a` hits 14 repositories: 3 on their next run, 11 when bumped. 9 directly (6 at runtime, 2 in builds, 1 in CI only), 5 through them.",
    ],
    [
      summaryOf({ ci: 1 }, 0, { direct: { next_update: 1 } }),
      "Changing `a` hits 1 repository at its next update. 1 directly (in CI only), none through it, as it is not built into what that publishes.",
    ],
    [
      summaryOf({ runtime: 2 }, 0, { direct: { next_update: 2 } }),
      "Changing `a` hits 2 repositories, all at their next update. 2 directly (all at runtime), none through them.",
    ],
    [
      summaryOf({ test: 1, dev: 1 }, 1, { direct: { next_run: 1, unknown: 1 }, transitive: { unknown: 1 } }),
      "Changing `a` hits 3 repositories: 1 on its next run, 2 at an unknown time. 2 directly (1 in development only, 1 in tests only), 1 through them.",
    ],
    [
      summaryOf({ runtime: 2 }, 3, { direct: { next_run: 1, bump: 1 }, transitive: { next_run: 3 } }),
      "Changing `a` hits 5 repositories: 4 on their next run (1 directly), 1 when bumped. 2 directly (all at runtime), 3 through them.",
    ],
    [summaryOf({}, 0, {}), "Changing `a` hits no repository."],
  ])("uses singular and plural and omits zero counts", (summary, sentence) => {
    expect(
      `${said({ root: "a" }, summary)} ${distanceInWords({ summary, max_depth: 3, through: "artifacts" })}`.trim(),
    ).toBe(sentence);
  });

  it("includes the version, path and artifact", () => {
    const none = summaryOf({}, 0, {});
    expect(said({ root: "a", version: "2.0.0", path: "src" }, none)).toBe(
      "Release `2.0.0` of `src` in `a` hits no repository.",
    );
    expect(said({ root: "a", artifact: "@acme/ui" }, none)).toBe(
      "Changing `@acme/ui` in `a` hits no repository.",
    );
  });

  it("knows what one release reaches", () => {
    const release = (version: string, count: number) => ({
      version,
      by_clock: summaryOf({ runtime: count }, 0, { direct: { next_run: count } }).by_clock,
    });
    expect(mostOf({ releases: [release("5.0.0", 1), release("4.0.0", 0)] })).toBe(1);
    expect([mostOf({ releases: [] }), mostOf({})]).toEqual([undefined, undefined]);
  });

  it("says how far it looked if there may be more beyond", () => {
    const summary = summaryOf({ runtime: 1 }, 2, { direct: { bump: 3 } });
    expect(said({ root: "a" }, summary, { withinHops: 3 })).toBe(
      "Changing `a` hits 3 repositories up to 3 hops away, all when bumped.",
    );
  });

  it("says that mentions mention the root, and nothing about timing", () => {
    const mentions = summaryOf({ documentation: 3, vendored: 1 }, 0, { direct: { bump: 4 } });
    expect(said({ root: "a" }, mentions, { isMentions: true })).toBe(
      "4 repositories mention `a` (3 in documentation only, 1 in vendored copies only).",
    );
    expect(said({ root: "a" }, summaryOf({}, 0, {}), { isMentions: true })).toBe(
      "No repository mentions `a`.",
    );
  });

  it("says that the number on the next run is a maximum if the release decides it", () => {
    const may = summaryOf({ runtime: 3 }, 0, { direct: { next_run: 2, bump: 1 }, may: 2 });
    expect(said({ root: "a" }, may)).toBe(
      "Changing `a` hits 3 repositories: 2 may get it on their next run, 1 when bumped.",
    );
    expect(said({ root: "a" }, may, { most: 1 })).toBe(
      "Changing `a` hits 3 repositories: 2 may get it on their next run (at\u00A0most 1 with one version), 1 when bumped.",
    );
    const alone = summaryOf({ runtime: 2 }, 0, { direct: { next_run: 2 }, may: 2 });
    expect(said({ root: "a" }, alone)).toBe(
      "Changing `a` hits 2 repositories: all may get it on their next run.",
    );
    const mixed = summaryOf({ runtime: 9 }, 0, { direct: { next_run: 6, bump: 3 }, may: 5 });
    expect(said({ root: "a" }, mixed, { most: 4 })).toBe(
      "Changing `a` hits 9 repositories: 1 on its next run, 5 may get it then (at\u00A0most 3 with one version), 3 when bumped.",
    );
  });

  it("counts archived repositories apart, as nothing runs there", () => {
    const some = activeOf(
      summaryOf({ ci: 6 }, 0, { direct: { next_run: 4, bump: 2 }, archived: { next_run: 1, bump: 1 } }),
    );
    expect(said({ root: "a" }, some)).toBe(
      "Changing `a` hits 4 repositories: 3 on their next run, 1 when bumped. 2 more are archived.",
    );
    const asked = { max_depth: 1, through: "artifacts" } as const;
    expect(distanceInWords({ summary: some, ...asked })).toBe(
      "With the archived ones, 6 directly (all in CI only).",
    );
    expect(distanceInBrief({ summary: some, ...asked })).toBe("With archived ones, 6 direct.");
    expect(countByTiming(some).map(({ clock, count }) => [clock, count])).toEqual([
      ["next_run", 3],
      ["bump", 1],
    ]);
    const one = activeOf(summaryOf({ ci: 2 }, 0, { direct: { next_run: 2 }, archived: { next_run: 1 } }));
    expect(said({ root: "a" }, one)).toBe(
      "Changing `a` hits 1 repository on its next run. 1 more is archived.",
    );
    const all = activeOf(summaryOf({ ci: 2 }, 0, { direct: { bump: 2 }, archived: { bump: 2 } }));
    expect(said({ root: "a" }, all)).toBe("Changing `a` hits no repository: all 2 that use it are archived.");
  });
});

describe("followers", () => {
  const flux = { id: "flux", name: "flux", full_path: "acme/flux" };
  const other = { id: "other", name: "other", full_path: "acme/other" };
  const rows = (...deciders: (typeof flux)[]) =>
    deciders.map((decider, at) => affected(`r${at}`, { clock: "bump", clock_repository: decider }));
  const summary = summaryOf({ runtime: 3 }, 0, { direct: { next_run: 1, bump: 2 } });

  it("counts those that edit nothing, as another repository decides when they get the change", () => {
    const found = (...deciders: (typeof flux)[]) => [...followersOf(rows(...deciders))];
    expect(found(flux)).toEqual([["bump", { count: 1, words: "after flux bumps" }]]);
    expect(found(flux, flux)).toEqual([["bump", { count: 2, words: "after flux bumps" }]]);
    expect(found(flux, other)).toEqual([["bump", { count: 2, words: "after others bump" }]]);
    expect([...followersOf([affected("own", { clock: "bump" })])]).toEqual([]);
  });

  it("are counted apart from those who have to edit something", () => {
    const said = (...deciders: (typeof flux)[]) => {
      const pieces = impactSentence({ root: "a" }, summary, { followers: followersOf(rows(...deciders)) });
      return pieces.at(-1);
    };
    expect(said(flux)).toBe(
      " hits 3 repositories: 1 on its next run, 1 when bumped, 1 without an edit after flux bumps.",
    );
    expect(said(flux, flux)).toBe(
      " hits 3 repositories: 1 on its next run, 2 without an edit after flux bumps.",
    );
  });

  it("says in a row what comes first, and nothing of one on its next run", () => {
    const [bump] = rows(flux);
    const locked = affected("l", { clock: "next_update", clock_repository: flux });
    const soon = affected("s", { clock: "next_run", clock_repository: flux });
    expect([bump!, locked, soon].map(afterInWords)).toEqual([
      "after flux bumps",
      "after flux updates",
      undefined,
    ]);
  });
});

describe("countOwners", () => {
  it("ranks owners by repositories on the next run, then by those that are bumped, and names each of them once", () => {
    const web = { names: ["@acme/web"], source: "codeowners" } as const;
    const data = { names: ["@acme/data"], source: "codeowners" } as const;
    const elsewhere = affected("d", { owner: { ...data, names: [...data.names] } });
    elsewhere.repository.full_path = "other/d";
    const rows = [
      affected("a", { owner: { ...data, names: [...data.names] } }),
      affected("b", { owner: { ...web, names: [...web.names] }, clock: "next_run" }),
      elsewhere,
      affected("c"),
    ];
    const nameOwner = nameOwners(rows);
    expect(
      countOwners(rows, nameOwner).map(({ name, repositories, nextRun }) => [name, repositories, nextRun]),
    ).toEqual([
      ["web", 1, 1],
      // Its repositories are of several organizations.
      ["@acme/data", 2, 0],
    ]);
  });

  it("counts those that are bumped without archived ones and those that follow others", () => {
    const owner = { names: ["@acme/web"], source: "codeowners" as const };
    const follower = { clock_repository: { id: "z", name: "z", full_path: "acme/z" } };
    const rows = [
      affected("a", { owner }),
      affected("b", { owner, archived: true }),
      affected("c", { owner, ...follower }),
      affected("d", { owner, clock: "next_run" }),
    ];
    expect(countOwners(rows, nameOwners(rows))).toMatchObject([
      { repositories: 4, nextRun: 1, bumped: 1, following: 1, authored: 0 },
    ]);
  });

  it("keeps the order of CODEOWNERS among those of the same repositories on the next run", () => {
    const rows = [
      affected("a", { owner: { names: ["@first", "@second"], source: "codeowners" }, clock: "next_run" }),
      affected("b", { owner: { names: ["@second"], source: "codeowners" } }),
    ];
    const names = countOwners(rows, nameOwners(rows)).map(({ name, bumped }) => [name, bumped]);
    expect(names).toEqual([
      ["@first", 0],
      ["@second", 1],
    ]);
  });

  it("counts a repository of several owners for each, who lead to where it is listed", () => {
    const both = affected("a", { owner: { names: ["@acme/web", "@acme/data"], source: "codeowners" } });
    const one = affected("b", { owner: { names: ["@acme/data"], source: "codeowners" } });
    const rows = [both, one];
    const owners = countOwners(rows, nameOwners(rows));
    expect(owners.map(({ name, repositories, hash }) => [name, repositories, hash])).toEqual([
      ["data", 2, ownerHash(both.owner)],
      ["web", 1, ownerHash(both.owner)],
    ]);
  });

  it("counts an author and an owner in CODEOWNERS who are one person as one owner", () => {
    const author = affected("a", { owner: { names: ["@jdoe"], source: "main_author" } });
    const owner = affected("b", { owner: { names: ["@jdoe"], source: "codeowners" } });
    const owners = countOwners([author, owner], nameOwners([author, owner]));
    expect(owners).toMatchObject([{ name: "@jdoe", repositories: 2, owner: { source: "codeowners" } }]);
    expect(countOwners([author], nameOwners([author]))).toMatchObject([{ owner: { source: "main_author" } }]);
  });
});

describe("distanceInBrief", () => {
  it("counts the direct ones and those through them, if the question looks for these, and nothing if there are none", () => {
    const impact = { ...impactOf(), max_depth: 3, through: "repositories" } as const;
    const counted = (direct: number, through: number): string =>
      distanceInBrief({ ...impact, summary: { ...impact.summary, direct, transitive: through } });
    expect([counted(1363, 4), counted(2, 0), counted(1, 0), counted(0, 0)]).toEqual([
      "1,363 direct, 4 through them.",
      "2 direct, none through them.",
      "1 direct, none through it.",
      "",
    ]);
    const summary = { ...impact.summary, direct: 2, transitive: 0 };
    expect(distanceInBrief({ ...impact, max_depth: 1, summary })).toBe("2 direct.");
    const { direct } = summary.by_role;
    const inCi = { ...summary, by_role: { ...summary.by_role, direct: { ...direct, runtime: 0, build: 0 } } };
    expect(distanceInBrief({ ...impact, through: "artifacts", summary: inCi })).toBe(
      "2 direct, none through them (not built in).",
    );
  });
});

describe("scopeInWords", () => {
  it("says what a question follows, how far, and which roles count", () => {
    expect([
      scopeInWords({}, { max_depth: 3 }),
      scopeInWords({ through: "repositories", role: "ci,test" }, { max_depth: 1 }),
    ]).toEqual([
      "Passed on where built in · up to 3 hops · no mentions",
      "Passed on by every declaration · up to 1 hop · roles: CI, test",
    ]);
  });
});

describe("archivedInWords", () => {
  it("says what is archived and what that means, and nothing if nothing is", () => {
    expect([
      archivedInWords(true, 0),
      archivedInWords(true, 1),
      archivedInWords(false, 0),
      archivedInWords(false, 2),
    ]).toEqual([
      "It is archived.",
      "It is archived. The archived one runs nothing until it is unarchived.",
      "",
      "Archived ones run nothing until they are unarchived.",
    ]);
  });
});

describe("whenInWords", () => {
  const when = (
    version_constraint: string,
    version_constraint_state: Evidence["version_constraint_state"],
    version?: string,
    clock: Affected["clock"] = "next_run",
  ): string =>
    whenInWords(
      { clock, clock_evidence: line({ version_constraint, version_constraint_state }) },
      { ...(version !== undefined && { version }) },
    );

  it("states the condition of a range, and of a tag that moves within a major version", () => {
    expect([
      when("^4.0.0", "range"),
      when("v4", "floating"),
      when("^4.0.0", "range", undefined, "next_update"),
    ]).toEqual([
      "on its next run, if the new version is in ^4.0.0",
      "on its next run, if v4 moves to the new version",
      "at its next update, if the new version is in ^4.0.0",
    ]);
    const brief = (version_constraint: string, version_constraint_state: "range" | "floating") =>
      conditionInBrief({
        clock: "next_run",
        clock_evidence: { version_constraint, version_constraint_state },
      });
    expect([brief("^4.0.0", "range"), brief("v4", "floating"), brief("main", "floating")]).toEqual([
      "if in ^4.0.0",
      "if v4 moves",
      undefined,
    ]);
  });

  it("states the file that a line fetches, unless a path is given", () => {
    const raw_reference = "https://raw.githubusercontent.com/acme/tools/main/ci/run.sh";
    const version = { version_constraint: "main", version_constraint_state: "floating" as const };
    const row = { clock: "next_run", clock_evidence: line({ ...version, raw_reference }) } as const;
    expect(whenInWords(row, {})).toBe("on its next run, if ci/run.sh changes");
    expect([conditionInBrief(row), conditionInBrief(row, { path: "ci/run.sh" })]).toEqual([
      "if …/run.sh changes",
      undefined,
    ]);
  });

  it("states the condition that the impact says there is, and no other", () => {
    const range = line({ version_constraint: "^4.0.0", version_constraint_state: "range" });
    const row = { clock: "next_run", clock_evidence: range } as const;
    expect(whenInWords({ ...row, conditional: false }, {})).toBe("on its next run");
    // Of a repository on the way, which the version of the question says nothing about.
    expect(whenInWords({ ...row, conditional: true }, { version: "2.0.0" })).toBe(
      "on its next run, if the new version is in ^4.0.0",
    );
    // Of a repository that the answer may not name.
    const unnamed = { clock: "next_run", clock_evidence: null, conditional: true } as const;
    expect([whenInWords(unnamed, {}), conditionInBrief(unnamed)]).toEqual([
      "on its next run, if a version admits it",
      "may be on next run",
    ]);
  });

  it("states none if the version is known, every release is admitted, or someone has to bump it", () => {
    expect([
      when("^4.0.0", "range", "4.1.0"),
      when(">=1.2", "range"),
      when("main", "floating"),
      when("^4.0.0", "range", undefined, "bump"),
    ]).toEqual(["on its next run", "on its next run", "on its next run", "when bumped"]);
  });
});

describe("ownersInWords", () => {
  const owned = (
    name: string,
    names: string[],
    source: NonNullable<Affected["owner"]>["source"] = "codeowners",
  ) => affected(name, { owner: { names, source } });

  it("says who owns the repositories that get the change first, and of how many", () => {
    const inWords = (...rows: Affected[]): string => {
      const { start, link } = ownersInWords(impactOf(...rows), nameOwners(rows)) ?? {};
      return link === undefined ? `${start}` : `${start} [${link}]`;
    };
    expect(inWords(owned("a", ["@acme/web"]))).toBe("The one when bumped is owned by web");
    expect(inWords(owned("a", ["Ada"], "last_author"), owned("b", ["Ada"], "last_author"))).toBe(
      "The 2 when bumped are owned by Ada (last author)",
    );
    const rows = [["@x", "@y"], ["@x", "@y"], ["@b"], ["@c"], ["@d"]].map((names, index) =>
      owned(String(index), names),
    );
    expect(inWords(...rows)).toBe("The 5 when bumped are owned by @x (2), @y (2), @b (1) and [2 others]");
    expect(inWords(...rows.slice(0, 3))).toBe("The 3 when bumped are owned by @x (2), @y (2) and @b (1)");
    // All have the same owners.
    expect(inWords(...rows.slice(0, 2))).toBe("The 2 when bumped are owned by @x and @y");
    expect(inWords(owned("a", ["Ada"], "main_author"))).toBe(
      "The one when bumped is maintained by Ada (author)",
    );
    expect(inWords(owned("a", ["@acme/web"]), affected("b"))).toBe("The 2 when bumped are owned by web (1)");
  });

  it("names owners in full that are short for the same", () => {
    const other = affected("b", { owner: { names: ["@other/web"], source: "codeowners" } });
    other.repository.full_path = "other/b";
    const rows = [owned("a", ["@acme/web"]), other];
    expect(ownersInWords(impactOf(...rows), nameOwners(rows))?.start).toBe(
      "The 2 when bumped are owned by @acme/web (1) and @other/web (1)",
    );
  });

  it("marks owners that no CODEOWNERS file declares, with their number", () => {
    const rows = [owned("a", ["Ada"], "main_author"), owned("b", ["Ada"], "main_author"), owned("c", ["@b"])];
    expect(ownersInWords(impactOf(...rows), nameOwners(rows))?.start).toBe(
      "The 3 when bumped are owned or maintained by Ada (author, 2) and @b (1)",
    );
  });

  it("says nothing without owners, or if some of these repositories are not listed", () => {
    expect(ownersInWords(impactOf(affected("a")), nameOwners([]))).toBeUndefined();
    const { summary } = impactOf(owned("a", ["@acme/web"]), affected("b"));
    expect(ownersInWords({ summary, affected: [owned("a", ["@acme/web"])] }, nameOwners([]))).toBeUndefined();
  });
});

describe("the query in the URL", () => {
  it("keeps numeric versions as text and drops invalid values", () => {
    const search = { repository_id: ID, version: 2, max_depth: 99, min_confidence: "a", role: "ci,prod" };
    expect(ImpactSearch.parse(search)).toEqual({ repository_id: ID, version: "2" });
  });

  it("asks the graph for the same root, hops and declarations", () => {
    const search: ImpactSearch = { artifact_id: ID, through: "repositories", clock: "bump", max_depth: 9 };
    const root = reference("base");
    expect(graphQuery(search, { root, max_depth: 9 }, { connected_org_id: ID })).toEqual({
      connected_org_id: ID,
      root: root.id,
      depth: 5,
      through: "repositories",
    });
  });

  it("has one root and no view state", () => {
    const search: ImpactSearch = {
      artifact_id: ID,
      repository_id: ID,
      open: ID,
      clock: "bump",
      group: "wave",
      version: "1",
      through: "repositories",
      role: "runtime,ci",
    };
    expect(queryOf(search)).toEqual({
      artifact_id: ID,
      version: "1",
      through: "repositories",
      role: "runtime,ci",
    });
    expect(changeQuery(search, { version: "2" })).toMatchObject({
      open: undefined,
      clock: undefined,
      group: "wave",
      version: "2",
    });
  });

  it("omits the roles that count by default, which include mentions if every declaration is followed", () => {
    expect(rolesOf({})).toEqual(AFFECTING_ROLES);
    expect(roleText({}, AFFECTING_ROLES)).toBeUndefined();
    expect(roleText({ through: "repositories" }, AFFECTING_ROLES)).toBe(AFFECTING_ROLES.join(","));
    expect(rolesOf({ through: "repositories" })).toContain("vendored");
    expect(roleText({}, ["ci", "runtime"])).toBe("runtime,ci");
    expect(roleText({}, [])).toBeUndefined();
  });

  it("lists the earliest first, and filters by timing on the server; mentions have no timing", () => {
    expect(pageOf({ clock: "bump" })).toEqual({
      limit: 500,
      sort: "clock",
      include: "onward",
      clock: "bump",
      archived: "false",
    });
    expect(pageOf({ archived: true })).toMatchObject({ archived: "true" });
    expect(pageOf({ role: MENTIONS, clock: "bump" })).toEqual({ limit: 500 });
  });

  it("asks for mentions if only mentions count", () => {
    expect(MENTIONS).toBe("fixture,documentation,vendored");
    expect(
      [MENTIONS, "documentation", "ci,documentation", undefined].map((role) => asksForMentions({ role })),
    ).toEqual([true, true, false, false]);
  });
});

describe("copying an impact", () => {
  it("keeps names with line breaks and invisible characters in their cells", () => {
    const odd = line({ source_file: "a\n\n# Injected\n[link](https://evil.example)\u202e" });
    const markdown = toMarkdown(["Changes"], impactOf(affected("a", { clock_evidence: odd })), "https://k/");
    expect(markdown).not.toMatch(/^# Injected/mu);
    expect(markdown).toContain("| `a\\u{a}\\u{a}# Injected\\u{a}[link](https://evil.example)\\u{202e}:3` |");
  });

  it("renders a Markdown table per distance and escapes file names", () => {
    const odd = line({ source_file: "a|`b`" });
    const rows = [
      affected("a", {
        owner: { names: ["@acme/team", "a|b@acme.test"], source: "codeowners" },
        clock_evidence: odd,
        roles: [{ role: "build", clock: "bump", scope: null, evidence: [odd], more: 0 }],
      }),
      transitive("b", { clock_repository: reference("a") }),
    ];
    const markdown = toMarkdown(
      ["Changes ", { of: "root", code: "acme/base" }],
      impactOf(...rows),
      "https://k/",
    );
    expect(markdown.split("\n")).toEqual([
      "Changes `acme/base`",
      "",
      "### Direct",
      "",
      "| Repository | When | Roles | Version | Via | Decided by | Owner |",
      "| --- | --- | --- | --- | --- | --- | --- |",
      "| `acme/a` | when bumped | Build | `1.4.0` |  | ``a\\|`b`:3`` | `@acme/team`, `a\\|b@acme.test` |",
      "",
      "### Transitive",
      "",
      "| Repository | When | Roles | Version | Via | Decided by | Owner |",
      "| --- | --- | --- | --- | --- | --- | --- |",
      "| `acme/b` | when bumped | Runtime | `1.4.0` | `acme/a (acme/a/setup)` | `acme/a/Dockerfile:3` |  |",
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
  it("are grouped by distance, direct ones first", () => {
    const groups = byDistance([transitive("c"), affected("a"), affected("b")]);
    expect(groups.map(({ title, rows }) => [title, namesOf(rows)])).toEqual([
      ["Direct", ["a", "b"]],
      ["Transitive", ["c"]],
    ]);
  });

  it("are grouped by owner, those without one last, and by clock, the fastest first", () => {
    const owned: Partial<Affected> = { owner: { names: ["@acme/web"], source: "codeowners" } };
    const rows = [affected("a"), affected("b", owned), transitive("c", { ...owned, clock: "next_run" })];
    expect(byOwner(rows, nameOwners(rows)).map((group) => [group.title, namesOf(group.rows)])).toEqual([
      ["web", ["b", "c"]],
      ["No owner", ["a"]],
    ]);
    expect(byClock(rows).map((group) => [group.title, namesOf(group.rows)])).toEqual([
      ["On next run", ["c"]],
      ["When bumped", ["a", "b"]],
    ]);
  });

  it("are doubled if two organizations have the same path", () => {
    const other = affected("b", { repository: { ...reference("a"), id: `${ID}-other` } });
    expect(doubledIn([affected("a"), affected("b"), other])).toEqual([`${ID}-a`, `${ID}-other`]);
    expect(doubledIn([affected("a"), affected("b")])).toEqual([]);
  });

  it("have the number of repositories on all pages if that number is known", () => {
    const rows = [affected("a"), transitive("b")];
    const totals = { direct: { next_run: 300, bump: 400 }, transitive: { bump: 5 } };
    expect(byDistance(rows, totals).map(({ total }) => total)).toEqual([700, 5]);
    expect(byClock(rows, totals).map(({ total }) => total)).toEqual([405]);
    expect(byDistance(rows).map(({ total }) => total)).toEqual([undefined, undefined]);
    expect(byDistance(rows, totals).map(({ split }) => split)).toEqual([
      [
        { clock: "next_run", count: 300, isMaximum: false },
        { clock: "bump", count: 400, isMaximum: false },
      ],
      undefined,
    ]);
    expect(byDistance(rows)[0]?.split).toBeUndefined();
    // Archived ones are in no timing, and in the size of the group.
    const some = activeOf(summaryOf({}, 0, { direct: { bump: 5 }, archived: { bump: 2 } }));
    const old = [affected("x"), affected("y", { archived: true })];
    expect(byDistance(old, totalsOf(some))).toMatchObject([{ total: 5, archived: 2, split: [{ count: 3 }] }]);
    expect(byDistance(old, totalsOf(some, { archived: true }))).toMatchObject([{ total: 2 }]);
    expect(byClock(old, totalsOf(some)).map(({ id, total }) => [id, total])).toEqual([
      ["clock-bump", 3],
      ["archived", 2],
    ]);
    const summary = summaryOf({}, 0, { direct: { next_run: 3, bump: 4 }, transitive: { bump: 5 } });
    expect(byDistance(rows, totalsOf(summary)).map(({ total }) => total)).toEqual([7, 5]);
    expect(byDistance(rows, totalsOf(summary, { clock: "bump" }))).toMatchObject([
      { total: 4 },
      { total: 5 },
    ]);
    expect(byDistance(rows, totalsOf(summary, { clock: "bump" }))[0]?.split).toBeUndefined();
  });

  it("are grouped in rollout order, and a large cycle is named instead of numbered", () => {
    const cycle = ["k", "l", "m", "n"].map((name) => transitive(name, { cycle_group: 1 }));
    const small = ["x", "y"].map((name) => affected(name, { cycle_group: 2 }));
    const groups = byWave([...cycle, transitive("c"), ...small, affected("a")]);
    expect(groups.map(({ title, rows }) => [title, namesOf(rows)])).toEqual([
      ["Wave 1", ["x", "y", "a"]],
      ["Wave 2", ["c"]],
      ["Dependency cycle", ["k", "l", "m", "n"]],
    ]);
    expect([...cyclesOf([...cycle, ...small]).values()].map(namesOf)).toEqual([
      ["k", "l", "m", "n"],
      ["x", "y"],
    ]);
  });

  it("have distinct versions, the deciding one first, with the locked one", () => {
    const evidence = [line(), line({ version_constraint: null }), line(), LOCKED];
    const roles: Affected["roles"] = [{ role: "dev", clock: "bump", scope: null, evidence, more: 0 }];
    expect(versionsOf(affected("a", { roles, clock_evidence: LOCKED }))).toEqual([
      "^1.4.0, locked at 1.4.2",
      "1.4.0",
      "no version",
    ]);
    expect(
      versionsOf(affected("a", { roles, clock_evidence: LOCKED, clock_repository: reference("b") })),
    ).toEqual(["1.4.0", "no version", "^1.4.0, locked at 1.4.2"]);
    const unversioned = { ...LOCKED, version_constraint: null, locked: null };
    expect(versionsOf(affected("a", { roles, clock_evidence: unversioned }))[0]).toBe("no version");
  });

  it("name each role once, and what the repositories in between publish", () => {
    const [use] = affected("a").roles;
    const roles = (["runtime", "runtime", "ci"] as const).flatMap((role) => (use ? [{ ...use, role }] : []));
    expect(rolesInWords(affected("a", { roles }))).toBe("Runtime, CI");
    expect([affected("a"), affected("a", { roles })].map(unusualRolesInWords)).toEqual(["", "Runtime, CI"]);
    expect(viaOf(transitive("b"))).toEqual(["acme/a (acme/a/setup)"]);
    expect(viaOf(affected("a"))).toEqual([]);
  });

  it("name owners without the organization of the repository", () => {
    expect(ownerWithin(["@acme/web", "@acme/data"], "acme/shop")).toBe("web and 1 other");
    expect(ownerWithin(["@other/web"], "acme/shop")).toBe("@other/web");
    expect(ownerWithin(["@ada"], "acme/shop")).toBe("@ada");
  });

  it("show the deciding line apart if it is not listed first or in another repository", () => {
    expect(isDecidedByFirst(affected("a"))).toBe(true);
    expect(isDecidedByFirst(affected("a", { clock_evidence: LOCKED }))).toBe(false);
    expect(isDecidedByFirst(affected("a", { clock_repository: reference("b") }))).toBe(false);
    expect(isDecidedByFirst(affected("a", { clock_evidence: null }))).toBe(false);
  });

  it("name the script that takes a change on its next run", () => {
    const inFile = (source_file: string) =>
      affected("a", { clock: "next_run", clock_evidence: { ...LOCKED, source_file } });
    const row = inFile("tools/fetch.sh");
    expect(scriptOf(row)).toBe("fetch.sh");
    expect(whenInWords(row, {}, scriptOf(row))).toBe("when fetch.sh next runs");
    const file = { ...LOCKED, source_file: "tools/fetch.sh", target_file: "ci/run.sh" };
    expect(whenInWords({ ...row, clock_evidence: file, conditional: true }, {}, "fetch.sh")).toBe(
      "when fetch.sh next runs after ci/run.sh changes",
    );
    const limited = { ...LOCKED, version_constraint: "^4.0.0", version_constraint_state: "range" as const };
    expect(whenInWords({ ...row, clock_evidence: limited, conditional: true }, {}, "fetch.sh")).toBe(
      "when fetch.sh next runs, if the new version is in ^4.0.0",
    );
    expect(scriptOf({ ...row, clock: "bump" })).toBeUndefined();
    expect(scriptOf(inFile(".github/workflows/build.yml"))).toBeUndefined();
  });
});

describe("a file that is fetched", () => {
  const fetched = (raw_reference: string, version_constraint: string | null = "main") =>
    fetchedFile({ raw_reference, version_constraint });

  it("is the path after the branch", () => {
    expect(fetched("https://raw.githubusercontent.com/acme/tools/main/ci/run.sh")).toBe("ci/run.sh");
    expect(fetched("curl -s https://raw.githubusercontent.com/acme/tools/main/run.sh?raw=1 | sh")).toBe(
      "run.sh",
    );
    expect(fetched("https://gitlab.com/acme/tools/-/raw/v2/ci/run.sh", "v2")).toBe("ci/run.sh");
  });

  it("is not there without a URL of a file, or without a version", () => {
    const others = ["https://github.com/acme/tools/archive/main/x.zip", "github.com/acme/tools@main", ""];
    expect(others.filter((other) => fetched(other) !== undefined)).toEqual([]);
    expect(fetched("https://raw.githubusercontent.com/acme/tools/main/run.sh", null)).toBeUndefined();
  });
});

it("says which archived repositories get a change only through one", () => {
  const rows = [
    affected("a"),
    transitive("b"),
    transitive("c", { archived: true }),
    transitive("d", { archived: true }),
  ];
  const [one] = rows.map(({ repository }) => repository.id);
  expect(archivedThrough(one ?? "", rows)).toBe(
    "Only archived repositories get it through this one: acme/c and 1 other.",
  );
  expect(archivedThrough(one ?? "", rows.slice(0, 2))).toBe("");
});

it("says how the users of a repository get a change without it", () => {
  const rows = [affected("a"), transitive("b")];
  const users = [...rows.map(({ repository }) => repository), { id: "d", full_path: "acme/d" }];
  const words = (hops: number) =>
    usersInWords(users, new Map(rows.map((row) => [row.repository.id, row])), { ...affected("lib"), hops });
  expect(words(1)).toBe(
    "The change ends here. acme/a uses acme/lib, but gets the change directly, when bumped. acme/b uses other parts of acme/lib, as far as files show, and gets the change through acme/a instead, when bumped. acme/d uses acme/lib, but does not get the change.",
  );
  // A shorter way counts.
  expect(words(2)).toContain("acme/b uses acme/lib, but gets the change through acme/a, when bumped. ");
});
