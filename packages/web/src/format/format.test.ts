import { describe, expect, it } from "vitest";
import {
  countOf,
  formatDuration,
  formatMoney,
  formatShare,
  formatRelativeTime,
  briefVersion,
  isCommit,
  shortVersion,
  splitMiddle,
} from "./format.ts";
import { sourceUrl } from "@knockon/contract/source-url";
import {
  inWords,
  lineOwnerInWords,
  ownerInBrief,
  pluralOf,
  singularOf,
  sourceWord,
  withoutRegistry,
} from "./words.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
const ago = (instant: string): string => formatRelativeTime(new Date(instant), NOW);

describe("formatRelativeTime", () => {
  it.each([
    ["2026-03-01T11:59:30Z", "just now"],
    ["2026-03-01T11:55:00Z", "5 min. ago"],
    ["2026-02-28T12:00:00Z", "yesterday"],
    ["2026-02-28T12:25:00Z", "yesterday"],
    ["2026-02-28T12:35:00Z", "23 hr. ago"],
    ["2026-03-01T11:00:20Z", "1 hr. ago"],
    ["2025-04-01T12:00:00Z", "11 mo. ago"],
    ["2026-03-01T14:00:00Z", "in 2 hr."],
  ])("%s is %s", (instant, words) => {
    expect(ago(instant)).toBe(words);
  });
});

describe("duration", () => {
  it.each([
    [400, "0 s"],
    [59_400, "59 s"],
    [120_000, "2 min"],
    [125_000, "2 min 5 s"],
    [3_780_000, "1 h 3 min"],
    [-5, "0 s"],
  ])("%i ms is %s", (milliseconds, words) => {
    expect(formatDuration(milliseconds)).toBe(words);
  });
});

describe("sourceUrl", () => {
  const sha = "0123456789abcdef0123456789abcdef01234567";
  const of = (clone_url: string, platform = "local") =>
    sourceUrl({ clone_url, last_commit_sha: sha }, platform, "a b/Dockerfile", 3);

  it("links to the line at the commit in the format of each host", () => {
    expect([
      of("https://github.com/acme/api.git"),
      of("https://git.acme.example/acme/api.git", "gitlab"),
      of("https://bitbucket.org/acme/api"),
    ]).toEqual([
      `https://github.com/acme/api/blob/${sha}/a%20b/Dockerfile#L3`,
      `https://git.acme.example/acme/api/-/blob/${sha}/a%20b/Dockerfile#L3`,
      `https://bitbucket.org/acme/api/src/${sha}/a%20b/Dockerfile#lines-3`,
    ]);
  });

  it("returns undefined without a web URL or commit", () => {
    expect([of("/srv/git/api"), of("ssh://git@github.com/acme/api"), of("javascript:alert(1)")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(sourceUrl({ clone_url: "https://github.com/a/b", last_commit_sha: null }, "github", "f", 1)).toBe(
      undefined,
    );
  });
});

it("formats money from the minor unit of its currency", () => {
  expect([
    formatMoney(123_450, "usd"),
    formatMoney(20_000, "usd"),
    formatMoney(-1234, "eur"),
    formatMoney(500, "jpy"),
    formatMoney(1500, "kwd").replaceAll(/\s/gu, " "),
  ]).toEqual(["$1,234.50", "$200", "-€12.34", "¥500", "KWD 1.500"]);
});

it("rounds a share to 0% or 100% only if exact", () => {
  expect([0, 0.004, 0.415, 0.996, 1].map(formatShare)).toEqual(["0%", "< 1%", "42%", "> 99%", "100%"]);
});

it("shows half only to a share with which one person is the bus factor", () => {
  expect([0.494, 0.496, 0.4999, 0.5, 0.504].map(formatShare)).toEqual(["49%", "49%", "49%", "50%", "50%"]);
});

it("keeps the end of a long name", () => {
  expect(splitMiddle("acme/.github/workflows/test-terraform-module.yml:12")).toEqual({
    head: "acme/.github/workflows",
    tail: "/test-terraform-module.yml:12",
  });
  expect(splitMiddle("acme/payments-reconciliation-worker-of-the-platform-team")).toEqual({
    head: "acme/payments-reconciliation-worker",
    tail: "-of-the-platform-team",
  });
  expect(splitMiddle("acme-platform/terraform-base-label")).toEqual({
    head: "acme-platform",
    tail: "/terraform-base-label",
  });
  expect(splitMiddle("terraform-null-label")).toEqual({ head: "terraform", tail: "-null-label" });
  expect(splitMiddle("image-reflector-controller", undefined, 8)).toEqual({
    head: "image-reflector-co",
    tail: "ntroller",
  });
  expect(splitMiddle("observability-3", 8)).toEqual({ head: "observa", tail: "bility-3" });
  expect(splitMiddle("identity-4", 8)).toEqual({ head: "ident", tail: "ity-4" });
  expect(splitMiddle("acme/api")).toEqual({ head: "acme/api", tail: "" });
});

it("keeps names apart that differ in their last segment, also where only 20 characters fit", () => {
  const shown = (name: string): string => {
    const { head, tail } = splitMiddle(name);
    if (name.length <= 20) return name;
    const end = tail.slice(-18);
    return `${head.slice(0, 20 - end.length - 1)}…${end}`;
  };
  const segments = ["ci", "u", "client_model", "client_golang", "exporter-toolkit", "terraform-base-label"];
  const names = ["acme-platform", "acme-products"].flatMap((owner) =>
    segments.map((segment) => `${owner}/${segment}`),
  );
  const ends = names.map((name) => shown(name).split(/[…/]/u).at(-1));
  expect(new Set(ends).size).toBe(segments.length);
});

it("formats counts and terms", () => {
  expect([countOf(1, "place", "places"), countOf(12_345, "place", "places")]).toEqual([
    "1 place",
    "12,345 places",
  ]);
  expect([inWords("github_action"), inWords("npm_package")]).toEqual(["GitHub action", "npm package"]);
});

it("shortens commits and digests, and leaves versions alone", () => {
  const commit = "0123456789abcdef0123456789abcdef01234567";
  expect([commit, `action@${commit}`, "sha256:" + "ab".repeat(32), "v1.2.3"].map(shortVersion)).toEqual([
    "0123456",
    "action@0123456",
    "sha256:abababa",
    "v1.2.3",
  ]);
  expect(shortVersion("5b212ab78fb7460e831cf7ff2d83e385")).toBe("5b212ab");
  const versions = [
    "v0.0.0-20260602051030-3537b20ac86b",
    "v2.0.1-0.20260602051030-3537b20ac86b+incompatible",
    "v1.2.3-rc.1",
  ];
  expect(versions.map((version) => [briefVersion(version), isCommit(version)])).toEqual([
    ["3537b20", true],
    ["3537b20", true],
    ["v1.2.3-rc.1", false],
  ]);
});

it.each([
  ["registry.terraform.io/acme/vpc/aws", "acme/vpc/aws"],
  ["registry.example.com/acme/vpc/aws", "registry.example.com/acme/vpc/aws"],
])("%s is shown as %s", (name, shown) => {
  expect(withoutRegistry(name)).toBe(shown);
});

it("names all owners of a line as within its repository, and marks those that no file declares", () => {
  const names = ["@acme/web", "@b"];
  expect(lineOwnerInWords({ names, source: "codeowners" }, "acme/shop")).toBe("Owners: web, @b");
  expect(lineOwnerInWords({ names: ["@acme/web"], source: "codeowners" }, "other/shop")).toBe(
    "Owner: @acme/web",
  );
  expect(lineOwnerInWords({ names: ["Ada"], source: "last_author" })).toBe("Owner: Ada (last author)");
  expect(lineOwnerInWords({ names: ["Ada"], source: "main_author" })).toBe("Owner: Ada (author)");
});

it.each([
  ["input", "inputs"],
  ["peer dependency", "peer dependencies"],
  ["Vagrant box", "Vagrant boxes"],
  ["key", "keys"],
])("the plural of %s is %s", (words, plural) => {
  expect(pluralOf(words)).toBe(plural);
});

it("calls a folder or a file a source, and an organization of a host one", () => {
  expect([sourceWord(["local"]), sourceWord(["local", "github"], true)]).toEqual(["source", "organizations"]);
});

it("names an owner in brief without the organization of its repository", () => {
  expect(ownerInBrief(["@acme/web", "@acme/data"], "acme/shop")).toBe("web +1");
  expect(ownerInBrief(["@other/web"], "acme/shop")).toBe("@other/web");
});

it("has the singular of what a list has", () => {
  const nouns = ["repositories", "people", "API keys", "latent breaks", "dependencies", "scans"];
  expect(nouns.map(singularOf)).toEqual([
    "repository",
    "person",
    "API key",
    "latent break",
    "dependency",
    "scan",
  ]);
});
