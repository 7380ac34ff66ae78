import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import { check as example } from "../examples/check.ts";
import type { CheckBreak } from "../resources/check.ts";
import { commentMarker, deservesComment, renderComment } from "./comment.ts";
import { GITHUB_COMMENT_LENGTH } from "./markdown.ts";
import type { NamedCheck } from "./named-check.ts";
import { renderReport } from "./report.ts";

const GITLAB_NOTE_LENGTH = 1_000_000;
const DETAILS = "https://app.acme.example/w/acme/checks/1";
const SOURCE = "https://git.acme.example/x#L1";
const MARKER = commentMarker("0c1f6a52-3d0e-4b7a-8f5e-2a9c41d7b001");

const [one] = example.breaks;
if (!one) throw new Error("The example has no break.");
const NOTHING: NamedCheck["unnamed"] = {
  repositories: 0,
  less_visible: true,
  breaks: [],
  by_clock: {},
  undecided: 0,
};

/** Names that a host would turn into a link, an image, HTML, a mention, a reference or other Markdown. */
const HOSTILE = [
  "@acme/team",
  "<img src=x onerror=alert(1)>",
  "</code></td><script>alert(1)</script>",
  "<!-- knockon:check -->",
  "-->",
  "[x](https://evil.example)",
  "![x](https://evil.example/x.png)",
  "[x]: https://evil.example",
  "<https://evil.example>",
  "https://evil.example www.evil.example ada@evil.example",
  "a|b\\|c",
  "` `` ``` a`@acme/team`b",
  "a\nb\r\n\r\n# Title\n| x | y |\n```\n",
  "\u202etxt.exe\u2066\u200b",
  "#1 acme/api#1 **x** _y_ ~~z~~ &lt;b&gt;",
  ":tada: $x$ \\( \\)",
  "\ud800",
  "",
];

const breakOf = (name: string, index = 0): CheckBreak => ({
  ...one,
  name,
  renamed_to: name,
  producer_artifact: { ...one.producer_artifact, name },
  before: { file: name, line: index + 1 },
  after: { file: name, line: index + 1 },
  owner: { names: [name], source: "codeowners" },
  consumer: { ...one.consumer, full_path: name },
  use: { ...one.use, file: name, version_constraint: name },
});

const hostileCheck = (names: readonly string[]): NamedCheck => ({
  ...example,
  breaks: names.map(breakOf),
  undecided: names.map((name) => ({ ...breakOf(name), kind: "secret" as const, reason: name })),
  unnamed: { ...NOTHING, breaks: names.map((name) => ({ ...breakOf(name), repositories: 3 })), undecided: 2 },
});

const options = (names: readonly string[], maxLength: number) => ({
  marker: MARKER,
  detailsUrl: DETAILS,
  linkTo: () => SOURCE,
  notes: names,
  maxLength,
});

/** Parses as a host does that allows HTML and turns bare URLs into links. */
const parse = (markdown: string) => {
  const tokens = new MarkdownIt({ html: true, linkify: true }).parse(markdown, {});
  const all = tokens.flatMap((token) => [token, ...(token.children ?? [])]);
  return {
    links: all.filter(({ type }) => type === "link_open").map((token) => token.attrGet("href")),
    images: all.filter(({ type }) => type === "image").length,
    html: all.filter(({ type }) => type.startsWith("html_")).map(({ content }) => content.trim()),
    text: all.filter(({ type }) => type === "text").map(({ content }) => content),
    headings: all.filter(({ type }) => type === "heading_open").length,
    tables: all.filter(({ type }) => type === "table_open").length,
    cells: all.filter(({ type }) => type === "td_open").length,
  };
};

describe("a comment with names from a hostile repository", () => {
  it.each(HOSTILE)("shows %j as code: no link, image, HTML or mention but ours", (name) => {
    const parsed = parse(renderComment(hostileCheck([name]), options([name], GITHUB_COMMENT_LENGTH)));
    expect(new Set(parsed.links)).toEqual(new Set([SOURCE, DETAILS]));
    expect(parsed.html).toEqual([MARKER]);
    expect([parsed.images, parsed.headings, parsed.tables, parsed.cells]).toEqual([0, 0, 1, 10]);
    expect(parsed.text.join("")).not.toMatch(/@|#1|evil|alert|\*\*|tada|[\u202e\u2066\u200b]/u);
  });

  it("stays the same for all of them", async () => {
    const text = renderComment(hostileCheck(HOSTILE), options(HOSTILE, GITHUB_COMMENT_LENGTH));
    await expect(text).toMatchFileSnapshot("fixtures/hostile-comment.txt");
    const report = renderReport(hostileCheck(HOSTILE), { ...options(HOSTILE, 0), failOn: "merge" });
    await expect(JSON.stringify(report, null, 2)).toMatchFileSnapshot("fixtures/hostile-report.txt");
  });

  it("escapes what ends the target of a link", () => {
    const linkTo = () => "https://git.acme.example/a)b(c|d#L1";
    const text = renderComment(hostileCheck(["a"]), { ...options([], GITHUB_COMMENT_LENGTH), linkTo });
    expect(parse(text).links).toEqual(["https://git.acme.example/a%29b%28c%7Cd#L1", DETAILS]);
  });
});

describe("a comment at the limit of its host", () => {
  it.each([
    ["github", GITHUB_COMMENT_LENGTH, 2000],
    ["gitlab", GITLAB_NOTE_LENGTH, 12_000],
  ])(
    "%s: lists as many breaks as fit, counts the others, and keeps the link to all of them",
    async (host, limit, count) => {
      const names = Array.from({ length: count }, (_, index) => `TOKEN_${index}`);
      const check = { ...example, breaks: names.map(breakOf), unnamed: NOTHING };
      const text = renderComment(check, options([], limit));
      expect(text.length).toBeLessThanOrEqual(limit);
      expect(text.length).toBeGreaterThan(limit - 1000);
      const lines = text.split("\n");
      const ends = [...lines.slice(0, 8), `… ${lines.length - 16} lines …`, ...lines.slice(-8)].join("\n");
      await expect(ends).toMatchFileSnapshot(`fixtures/${host}-limit.txt`);
    },
  );
});

describe("owners in a comment", () => {
  const withOwner = (name: string, mentionsOwners: boolean): string => {
    const owner = { names: [name], source: "codeowners" as const };
    const check = { ...example, breaks: [{ ...breakOf("a"), owner }], unnamed: NOTHING };
    return parse(renderComment(check, { ...options([], 10_000), mentionsOwners })).text.join("");
  };

  it("are mentioned only if the workspace wants it, and only if they are a user or team", () => {
    expect(withOwner("@acme/team_a", true)).toContain("@acme/team_a");
    expect(withOwner("@acme/team_a", false)).not.toContain("@");
    expect(withOwner("@acme [x](https://evil.example)", true)).not.toContain("@");
    expect(withOwner("ada@acme.example", true)).not.toContain("@");
  });
});

it("a comment is worth it if something breaks or gets the change on its next run", () => {
  const reached = (next_run: number) => ({
    ...example.reached,
    by_clock: { ...example.reached.by_clock, next_run },
  });
  expect([
    deservesComment({ verdict: "breaks", reached: reached(0) }),
    deservesComment({ verdict: "clean", reached: reached(1) }),
    deservesComment({ verdict: "undecided", reached: reached(0) }),
  ]).toEqual([true, true, false]);
});

describe("the report of a commit", () => {
  it("has one annotation per name, on the line of the change, with its consumers", () => {
    const breaks = Array.from({ length: 25 }, (_, index) => ({
      ...one,
      consumer: { ...one.consumer, full_path: `acme/r${index}` },
    }));
    const { annotations } = renderReport({ ...example, breaks, unnamed: NOTHING }, { failOn: "merge" });
    expect(annotations).toHaveLength(1);
    expect(annotations[0]).toMatchObject({ path: one.after?.file, line: one.after?.line, level: "failure" });
    const lines = annotations[0]?.message.split("\n") ?? [];
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([
      21,
      "acme/r0 .github/workflows/ci.yml:14: does not start on its next run",
      "and 5 more",
    ]);
  });
});
