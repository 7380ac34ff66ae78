import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { anchorOf } from "../docs/.vitepress/pages.ts";

const ROOT = resolve(import.meta.dirname, "..");
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)/gu;
/** A path from the root in backticks, such as `packages/core/src/scan`. Patterns and placeholders are left out. */
const PATH = /`((?:packages|infra|bench|docs|examples|\.ci)\/[^`\s*<>{}…$]+)`/gu;

const documents = execFileSync("git", ["ls-files", "*.md"], { cwd: ROOT, encoding: "utf8" })
  .trim()
  .split("\n")
  .filter((file) => !/fixtures?\/|docs\/conformance\.md/u.test(file));

function hasAnchor(file: string, anchor: string): boolean {
  const headings = readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gmu);
  return [...headings].some(([, heading = ""]) => anchorOf(heading) === anchor);
}

describe.each(documents)("%s", (document) => {
  const text = readFileSync(join(ROOT, document), "utf8");

  it("links to files and headings that exist", () => {
    const broken = [...text.matchAll(LINK)].flatMap(([, path = "", anchor]) => {
      const file = resolve(ROOT, dirname(document), path);
      if (!existsSync(file)) return [path];
      return anchor !== undefined && path.endsWith(".md") && !hasAnchor(file, anchor.slice(1))
        ? [path + anchor]
        : [];
    });
    expect(broken).toEqual([]);
  });

  it("names paths that exist", () => {
    // A build creates `dist`.
    const missing = [...text.matchAll(PATH)]
      .map(([, path = ""]) => path)
      .filter((path) => !path.endsWith("/dist") && !existsSync(join(ROOT, path)));
    expect(missing).toEqual([]);
  });
});
