import { randomBytes } from "node:crypto";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { describe, expect, it } from "vitest";
import { type ScriptedRepository, scriptOrg, scriptRepository } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";

const database = useTestDatabase();

/** Scans a repository that its author made hostile, between two ordinary ones. */
async function scanWith(fullPath: string, hostile: Partial<ScriptedRepository>) {
  const org = scriptOrg({ "acme/a": { README: "a" }, "acme/b": { README: "b" } });
  org.repositories.splice(1, 0, { ...scriptRepository(fullPath, { README: "c" }), ...hostile });
  const workspace = await openTestWorkspace(database());
  return workspace.scan(await workspace.connect(org));
}

/** Random, so that Postgres cannot compress it. */
const LONG = randomBytes(4000).toString("hex");

const FAR: [string, Partial<ScriptedRepository>][] = [
  ["a commit in the year 100,000", { lastActivityAt: new Date("+100000-01-01T00:00:00Z") }],
  ["a commit before the year 1", { lastActivityAt: new Date("-000002-01-01T00:00:00Z") }],
  ["a commit whose time is no number", { lastActivityAt: new Date(Number.NaN) }],
  ["a NUL in the name of its branch", { defaultBranch: "main\0" }],
  ["a NUL in a tag", { tags: ["v1.0.0", "v2\0"] }],
  ["half a surrogate pair in a tag", { tags: ["v1.0.0", "v2\ud800"] }],
];

describe("a repository with", () => {
  it.each(FAR)("%s is scanned like the others", async (_, hostile) => {
    expect(await scanWith("acme/hostile", hostile)).toMatchObject({
      status: "completed",
      scannedRepos: 3,
      errors: null,
    });
  });

  it.each([
    ["a path that is too long to index", `acme/${LONG}`],
    ["a NUL in its path", "acme/a\0b"],
    ["half a surrogate pair in its path", "acme/\ud800"],
  ])("%s is left out, which the scan says, and the others are scanned", async (_, fullPath) => {
    expect(await scanWith(fullPath, {})).toMatchObject({
      status: "completed",
      scannedRepos: 2,
      errors: {
        orgErrors: [
          {
            code: "listing_incomplete",
            message:
              "A repository is left out, because the path or URL is longer than 800 characters or contains a NUL.",
          },
        ],
      },
    });
  });
});
