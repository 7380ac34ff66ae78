import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anchorOf, SECTIONS } from "../../../../docs/.vitepress/pages.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const BASE = "/knockon/";
const VITEPRESS = join(ROOT, "node_modules/vitepress/bin/vitepress.js");
const LINK = /<a\b[^>]*? href="([^"]+)"/gu;
const LOADED =
  /<(?:script|img|iframe|source|video)\b[^>]*? src="([^"]+)"|<link\b[^>]*? href="([^"]+)"|url\(["']?([^)"']+)/gu;

/** Building the site takes 20 s of processor time. */
const isDeep = process.env["KNOCKON_RELEASE"] === "all";

let site = "";
beforeAll(async () => {
  if (!isDeep) return;
  site = await mkdtemp(join(tmpdir(), "knockon-docs-"));
  await promisify(execFile)(process.execPath, [VITEPRESS, "build", "docs", "--outDir", site], {
    cwd: ROOT,
    env: { ...process.env, DOCS_BASE: BASE, DOCS_REPOSITORY: "https://git.acme.example/acme/knockon" },
  });
}, 600_000);
afterAll(() => rm(site, { recursive: true, force: true }));

const pages = () => globSync("**/*.html", { cwd: site }).toSorted();
const read = (file: string) => readFileSync(join(site, file), "utf8");

/** Returns the file of a URL below the base. Pages have no extension. */
function fileOf(url: string): string | undefined {
  const path = decodeURIComponent(url.slice(BASE.length));
  return [path, `${path}.html`, posix.join(path, "index.html")].find(
    (file) => /\.\w+$/u.test(file) && existsSync(join(site, file)),
  );
}

describe.runIf(isDeep)("npm run build:docs", () => {
  it("has a page for each document", () => {
    const expected = SECTIONS.flatMap((section) => section.pages).map(({ file }) => file);
    const documents = globSync("docs/*.md", { cwd: ROOT });
    expect(documents.filter((file) => !expected.includes(file))).toEqual([]);
    expect(pages().length).toBeGreaterThan(expected.length + 60);
  });

  it("links to pages and headings that exist", () => {
    const broken = pages().flatMap((page) =>
      [...read(page).matchAll(LINK)].flatMap(([, url = ""]) => {
        if (!url.startsWith(BASE)) return /^(?:https?:|mailto:|#)/u.test(url) ? [] : [`${page}: ${url}`];
        const [path = "", anchor = ""] = url.split("#");
        const file = fileOf(path);
        const isFound = file !== undefined && (anchor === "" || read(file).includes(`id="${anchor}"`));
        return isFound ? [] : [`${page}: ${url}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  it("links files that are not pages, and the source of each page, to the repository", () => {
    const page = read("checks.html");
    expect(page).toContain(
      'href="https://git.acme.example/acme/knockon/blob/main/packages/contract/src/operations/check.ts"',
    );
    expect(page).toContain('href="https://git.acme.example/acme/knockon/edit/main/docs/checks.md"');
  });

  it("loads nothing from other hosts", () => {
    const files = globSync("**/*.{html,css}", { cwd: site });
    const loaded = files.flatMap((file) =>
      [...read(file).matchAll(LOADED)].map((match) => match.slice(1).find((url) => url !== undefined) ?? ""),
    );
    expect(loaded.length).toBeGreaterThan(files.length);
    expect(loaded.filter((url) => /^(?:https?:)?\/\//u.test(url))).toEqual([]);
  });

  it("shows expressions of pipelines as they are written", () => {
    expect(read("ci.html")).toContain("${{ secrets.ORG_READ_TOKEN }}");
  });
});

it("computes the anchors of GitHub", () => {
  expect(anchorOf("With `knockon check`, and C++: what's next?")).toBe("with-knockon-check-and-c-whats-next");
});
