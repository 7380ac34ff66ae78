import { rmSync } from "node:fs";
import { join } from "node:path";
import {
  commitFiles,
  createRepository,
  git,
} from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { describe, expect, it } from "vitest";
import type { Report } from "../offline/report.ts";
import { runKnockon } from "../testing/run-knockon.ts";
import { temporaryFolder } from "../testing/temporary-organization.ts";

const folder = temporaryFolder();
const at = (name: string) => join(folder, "acme", name);

/** Five repositories use `base`. Jane made two of its three human commits. `app0` lacks a commit object. */
createRepository(at("base"), {
  Dockerfile: "FROM debian:12\n",
  "release.sh": "docker push ghcr.io/acme/base:1\n",
  ".mailmap": "Jane Doe <jane@acme.test> <dev@acme.test>\n",
});
git(at("base"), "commit", "--quiet", "--allow-empty", "--message=more", "--author=Ja <jane@acme.test>");
git(
  at("base"),
  "commit",
  "--quiet",
  "--allow-empty",
  "--message=more",
  "--author=Joe Bloggs <joe@acme.test>",
);
git(
  at("base"),
  "commit",
  "--quiet",
  "--allow-empty",
  "--message=bump",
  "--author=renovate[bot] <r@acme.test>",
);
for (let nth = 0; nth < 5; nth += 1)
  createRepository(at(`app${nth}`), { Dockerfile: "FROM ghcr.io/acme/base:1\n" });
commitFiles(at("app0"), { more: "" });
const lost = git(at("app0"), "rev-parse", "HEAD^");
rmSync(join(at("app0"), ".git/objects", lost.slice(0, 2), lost.slice(2)));
createRepository(at("empty"));

const scan = (...options: string[]) => runKnockon(["scan", join(folder, "acme"), ...options]);

describe("knockon scan --ownership", () => {
  it("prints ownership risks, highest first", async () => {
    const { exitCode, stdout, stderr } = await scan("--ownership");
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout.slice(stdout.indexOf("\nOwnership risk"), stdout.indexOf("\nWarnings"))).toBe(`
Ownership risk
repository  score  dependents  bus factor  top author
acme/base    38.8           5           1  Jane Doe (67%)

Problems
acme/app0    history_unreadable  Could not read ${lost}
`);
  });

  it("adds ownership without email addresses to the JSON", async () => {
    const { stdout } = await scan("--ownership", "--json", "-");
    const { ownership, repositories } = JSON.parse(stdout) as Report;
    expect(ownership?.map(({ repository }) => repository)).toEqual(
      [1, 2, 3, 4].map((nth) => `acme/app${nth}`).concat("acme/base"),
    );
    expect(ownership?.at(-1)).toEqual({
      repository: "acme/base",
      bus_factor: 1,
      top_author: "Jane Doe",
      top_author_share: 0.666666667,
      human_author_count: 2,
      contributors: [
        { name: "Jane Doe", commit_count: 2, share: 0.666666667 },
        { name: "Joe Bloggs", commit_count: 1, share: 0.333333333 },
      ],
    });
    expect(stdout).not.toContain("@acme.test");
    expect(repositories.find(({ full_path }) => full_path === "acme/app0")).toMatchObject({
      status: "scanned",
      problems: [
        { file: null, code: "history_unreadable", message: expect.stringContaining("Could not read") },
      ],
    });
  });

  it("reads no histories without the option", async () => {
    const { stdout } = await scan("--json", "-");
    expect(Object.keys(JSON.parse(stdout) as Report)).not.toContain("ownership");
    expect((await scan()).stdout).not.toContain("Ownership");
  });
});
