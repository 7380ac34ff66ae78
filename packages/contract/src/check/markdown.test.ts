import { describe, expect, it } from "vitest";
import { check as example } from "../examples/check.ts";
import type { Check } from "../resources/check.ts";
import { GITHUB_COMMENT_LENGTH, renderMarkdown } from "./markdown.ts";

const [one] = example.breaks;
if (!one) throw new Error("The example has no break.");

const withNames = (names: readonly string[]): Check => ({
  ...example,
  breaks: names.map((name) => ({
    ...one,
    name,
    renamed_to: name,
    owner: { names: [name], source: "codeowners" },
    consumer: { ...one.consumer, full_path: name },
    use: { ...one.use, file: name },
  })),
});

const undecided = (reason: string): Check["undecided"][number] => ({
  producer_artifact: one.producer_artifact,
  kind: one.kind ?? "name",
  name: "NPM_TOKEN",
  consumer: one.consumer,
  use: one.use,
  reason,
  clock: one.clock,
  owner: null,
});

const HOSTILE = [
  "@acme/team",
  "<img src=x onerror=alert(1)>",
  "[x](https://example.com)",
  "a|b",
  "a\\|b",
  "a\\\\|b\\\\\\|c",
  "`",
  "``a`",
  "a`@acme`b",
  "a\nb\r\n| x | y |",
  "\u202etxt.exe\u2066",
  "#1 **x** _y_ https://example.com",
  "\ud800",
  "",
  "   ",
];

/** Removes code spans as CommonMark defines them: up to the next run of as many backticks. */
const outsideCode = (markdown: string): string =>
  markdown.replaceAll(/(?<!`)(?<fence>`+)(?!`)[^]*?(?<!`)\k<fence>(?!`)/g, "");

describe("the Markdown of a check", () => {
  it("cuts the last of 2,000 breaks to fit a comment, and says how many", () => {
    const names = Array.from({ length: 2000 }, (_, index) => `TOKEN_${index}`);
    const check = { ...withNames(names), undecided: Array.from({ length: 9 }, () => undecided("A reason")) };
    const text = renderMarkdown(check, { maxLength: GITHUB_COMMENT_LENGTH });
    const rows = text.match(/^\| `.*$/gm) ?? [];
    expect(text.length).toBeLessThanOrEqual(GITHUB_COMMENT_LENGTH);
    expect(text.length).toBeGreaterThan(GITHUB_COMMENT_LENGTH - 1000);
    expect(rows[0]).toContain('"TOKEN_0"');
    expect(rows.at(-1)).toContain(`"TOKEN_${rows.length - 1}"`);
    expect(text).toContain(`\n${2000 - rows.length} more breaks are not listed.\n`);
    expect(text).toContain("\n- and 4 more\n");
    expect(renderMarkdown(check)).toContain('"TOKEN_1999"');
  });

  it("counts undecided uses if their reasons do not fit", () => {
    const check = { ...withNames(["A"]), undecided: [undecided("x".repeat(GITHUB_COMMENT_LENGTH))] };
    const text = renderMarkdown(check, { maxLength: GITHUB_COMMENT_LENGTH });
    expect(text.length).toBeLessThan(1000);
    expect(text).toContain("Not decided: 1 use.");
    expect(text).toContain('secret "A"');
  });

  it.each(HOSTILE)("shows the name %j only as code in one row", (name) => {
    const text = renderMarkdown(withNames([name]), { linkTo: () => "https://git.example/x#L1" });
    const [, , , , row = "", ...rest] = text.split("\n");
    expect(rest).toEqual([""]);
    expect(row.match(/(?<!\\)\|/g)).toHaveLength(6);
    // Some hosts count an escaped backslash before a pipe, and then the pipe ends the cell.
    expect(row.match(/(?<!\\)(?:\\\\)*\|/g)).toHaveLength(6);
    expect(text).not.toMatch(/[\r\u202e\u2066\ud800]/u);
    expect(outsideCode(row).replaceAll(" ", "")).toBe(
      "||[](https://git.example/x#L1)|onitsnextrun|doesnotstart||",
    );
  });

  it.each<[Check["breaks"][number]["owner"], boolean, string]>([
    [
      { names: ["@acme/plat_form", "jane@acme.test", "@@maintainer"], source: "codeowners" },
      false,
      "`@acme/plat_form`, `jane@acme.test`, `@@maintainer`",
    ],
    [
      { names: ["@acme/plat_form", "jane@acme.test", "@@maintainer"], source: "codeowners" },
      true,
      "@acme/plat\\_form, `jane@acme.test`, `@@maintainer`",
    ],
    [{ names: ["@jane"], source: "last_author" }, true, "`@jane`, last author"],
    [null, true, ""],
  ])("shows the owner %j, with mentions %j, as %s", (owner, mentionsOwners, shown) => {
    const text = renderMarkdown({ ...example, breaks: [{ ...one, owner }] }, { mentionsOwners });
    expect(text).toContain(`| does not start | ${shown} |\n`);
  });
});
