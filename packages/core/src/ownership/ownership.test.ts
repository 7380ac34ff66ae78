import { randomBytes } from "node:crypto";
import { inWorkspace } from "@knockon/db/in-workspace";
import { ownership } from "@knockon/db/schema/ownership.sql";
import { workspace as workspaceTable } from "@knockon/db/schema/workspace.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import type { Commit } from "@knockon/extract/history/commit";
import { beforeEach, describe, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { CredentialRefusedError, HostBusyError, HostUnreachableError } from "../ports/git-host.ts";
import { getRepositoryContext } from "../repository/get-repository-context.ts";
import { lookupRepository } from "../repository/lookup-repository.ts";
import { LEASE_MS } from "../scan/lease.ts";
import { sweepScan } from "../scan/sweep-scans.ts";
import { triggerScan } from "../scan/start-scan.ts";
import { commitOf, getScripted, scriptOrg, type ScriptedOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace, type TestWorkspace } from "../testing/test-workspace.ts";
import { getOwnership } from "./get-ownership.ts";
import { MAX_HISTORY_PAGES } from "./read-ownership.ts";

const database = useTestDatabase();
const DAY = 24 * 60 * 60;
const JANE = { name: "Jane Doe", email: "jane@acme.test" };
const JOE = { name: "Joe Bloggs", email: "joe@acme.test" };

/** Returns commits by each author, one a day, until December 1, 2025. */
const by = (...authors: Commit["authors"]): Commit[] =>
  authors.map((author, day) => ({
    authors: [author],
    committedAt: Date.UTC(2025, 11) / 1000 - day * DAY,
    subject: `Change ${"a".repeat(day)}`,
  }));

let workspace: TestWorkspace;
let ctx: Context;
let org: ScriptedOrg;
let connectedOrgId: string;

beforeEach(async () => {
  workspace = await openTestWorkspace(database());
  ({ ctx } = workspace);
  ctx.ports.encryptionKeys = new Map([[1, randomBytes(32)]]);
  ctx.settings.ownership = "signal";
  org = scriptOrg({ "acme/a": { file: "a" }, "acme/b": { file: "b" } });
  connectedOrgId = await workspace.connect(org);
  push("acme/a", by(JANE, JANE, JOE));
});

/** Adds commits and changes the repository's files accordingly. */
function push(path: string, commits: readonly Commit[], files: Record<string, string> = {}): void {
  const repository = getScripted(org, path);
  repository.history.push(...commits);
  repository.files = { ...repository.files, ...files, count: String(repository.history.length) };
}

const scan = async () => {
  workspace.advance(DAY * 1000);
  return workspace.scan(connectedOrgId);
};
const idOf = async (fullPath: string) => (await lookupRepository(ctx, { fullPath })).id;
const read = async (path = "acme/a", page = { limit: 100, offset: 0 }) =>
  getOwnership(ctx, { repositoryId: await idOf(path), ...page });
const counts = async (path?: string) =>
  Object.fromEntries((await read(path)).body.contributors.map((one) => [one.name, one.commitCount]));

const NO_OWNERSHIP = {
  busFactor: 0,
  topAuthor: null,
  topAuthorShare: 0,
  humanAuthorCount: 0,
  contributors: [],
  contributorsTotal: 0,
  automation: [],
  teams: [],
  departedShare: null,
  window: null,
  computedAt: null,
};

describe("a scan", () => {
  it("computes the ownership of each repository [IF-1.10]", async () => {
    expect((await scan()).errors).toBe(null);
    const { total, body } = await read();
    expect(total).toBe(2);
    expect(body).toMatchObject({
      busFactor: 1,
      topAuthor: { name: "Jane Doe", share: body.topAuthorShare },
      humanAuthorCount: 2,
      contributors: [
        { name: "Jane Doe", commitCount: 2 },
        { name: "Joe Bloggs", commitCount: 1 },
      ],
      window: { start: new Date("2025-11-29"), end: new Date("2025-12-01") },
      computedAt: ctx.now(),
    });
    expect((await read("acme/b")).body).toEqual({ ...NO_OWNERSHIP, computedAt: ctx.now() });
  });

  it("reads no history and hides stored ownership while the signal is off [IF-1.13]", async () => {
    await scan();
    ctx.settings.ownership = "off";
    expect((await read()).body).toEqual(NO_OWNERSHIP);
    org.duringHistory = () => expect.unreachable();
    push("acme/a", by(JOE));
    expect((await scan()).errors).toBe(null);
  });

  it("reads the histories of unchanged repositories once after the signal is turned on [IF-1.14]", async () => {
    ctx.settings.ownership = "off";
    await scan();
    ctx.settings.ownership = "signal";
    expect((await read()).body).toEqual(NO_OWNERSHIP);
    org.snapshots.length = 0;
    await scan();
    expect([await counts(), org.snapshots]).toEqual([
      { "Jane Doe": 2, "Joe Bloggs": 1 },
      ["acme/a", "acme/b"],
    ]);
    await scan();
    expect(org.snapshots).toHaveLength(2);
  });

  it("reads only new commits, and a rewritten history from the start", async () => {
    await scan();
    const pages: number[] = [];
    org.commitsPerPage = 1;
    org.duringHistory = (_, page) => void pages.push(page);
    push("acme/a", by(JOE, JOE));
    await scan();
    expect([await counts(), pages]).toEqual([{ "Joe Bloggs": 3, "Jane Doe": 2 }, [3, 4]]);
    const repository = getScripted(org, "acme/a");
    repository.history.splice(0);
    repository.isRewritten = true;
    push("acme/a", by(JOE));
    await scan();
    expect(await counts()).toEqual({ "Joe Bloggs": 1 });
  });

  it("does not change the ownership of an unchanged repository a year later [D-9.4]", async () => {
    await scan();
    const { body: before } = await read();
    workspace.advance(365 * DAY * 1000);
    await workspace.scan(connectedOrgId, "full");
    expect({ ...(await read()).body, computedAt: before.computedAt }).toEqual(before);
  });

  it("reads the whole history when the mailmap changes", async () => {
    await scan();
    push("acme/a", [], { ".mailmap": "Jane Doe <jane@acme.test> <joe@acme.test>" });
    await scan();
    expect(await counts()).toEqual({ "Jane Doe": 3 });
  });

  it("that continues a history a year later gives the same shares as reading it whole", async () => {
    await scan();
    push("acme/a", by(JOE));
    workspace.advance(365 * DAY * 1000);
    await workspace.scan(connectedOrgId);
    const { body: continued } = await read();
    await workspace.scan(connectedOrgId, "full");
    expect((await read()).body).toEqual(continued);
  });

  it("of type full reads the whole history, even if the host is busy several times", async () => {
    await scan();
    org.commitsPerPage = 1;
    const pages: number[] = [];
    org.duringHistory = (_, page) => {
      if (pages.push(page) === 2) throw new HostBusyError(ctx.now());
    };
    workspace.advance(DAY * 1000);
    await workspace.scan(connectedOrgId, "full");
    expect([await counts(), pages]).toEqual([{ "Jane Doe": 2, "Joe Bloggs": 1 }, [0, 1, 1, 2]]);
  });

  it("continues an earlier attempt only if it extends the stored history", async () => {
    await scan();
    push("acme/a", by(JOE, JOE));
    const commitSha = commitOf(getScripted(org, "acme/a").files) ?? "";
    const left = { commitSha, since: "another commit", cursor: "4", credits: [] };
    await inWorkspace(ctx, async (tx) => {
      const [row] = await tx.select().from(ownership);
      await tx.update(ownership).set({ partial: { ...left, historyKey: row?.historyKey ?? "" } });
    });
    await scan();
    expect(await counts()).toEqual({ "Joe Bloggs": 3, "Jane Doe": 2 });
  });

  it("keeps the result of a newer commit when a late worker stores an older one", async () => {
    const { id: scanId } = await triggerScan(ctx, { connectedOrgId, scanType: "incremental" });
    org.duringHistory = async () => {
      org.duringHistory = () => {};
      workspace.advance(LEASE_MS + 1);
      await sweepScan(ctx, scanId);
      await workspace.deliver();
      push("acme/a", by(JOE));
      await scan();
    };
    await workspace.deliver();
    const rows = await inWorkspace(ctx, (tx) => tx.select().from(ownership));
    const newest = commitOf(getScripted(org, "acme/a").files);
    expect(rows.map(({ triedCommitSha }) => triedCommitSha)).toContain(newest);
  });

  it("returns the teams of CODEOWNERS", async () => {
    push("acme/a", [], { ".github/CODEOWNERS": "* @acme/platform jane@acme.test" });
    await scan();
    expect((await read()).body.teams).toEqual(["@acme/platform"]);
  });
});

describe("a history that cannot be read", () => {
  it("is an org error, not a repository error; the previous result is kept", async () => {
    await scan();
    push("acme/a", by(JOE));
    push("acme/b", by(JOE));
    org.duringHistory = (fullPath) => {
      if (fullPath === "acme/a") throw new HostUnreachableError("The host answers 502.");
      throw new TypeError("jane@acme.test is not a function");
    };
    const { status, failedRepos, errors } = await scan();
    expect([status, failedRepos]).toEqual(["completed", 0]);
    expect(errors).toEqual({
      repoErrors: [],
      orgErrors: [
        {
          code: "ownership_unreadable",
          message:
            "Histories that could not be read: acme/a: The host answers 502.; acme/b: An unexpected error occurred. See the service's log.",
        },
      ],
    });
    expect(await counts()).toEqual({ "Jane Doe": 2, "Joe Bloggs": 1 });
    org.snapshots.length = 0;
    expect((await scan()).errors).toBe(null);
    expect(org.snapshots).toEqual([]);
  });

  it("is read again with the next commit", async () => {
    org.duringHistory = () => {
      throw new HostUnreachableError("The host answers 502.");
    };
    await scan();
    org.duringHistory = () => {};
    push("acme/a", by(JOE));
    await scan();
    expect(await counts()).toEqual({ "Jane Doe": 2, "Joe Bloggs": 2 });
  });

  it("fails the scan if the credential is refused", async () => {
    org.duringHistory = () => {
      throw new CredentialRefusedError("Bad credentials.");
    };
    expect((await scan()).status).toBe("failed");
  });

  it("is reported if no encryption key is configured", async () => {
    ctx.ports.encryptionKeys = new Map();
    expect((await scan()).errors?.orgErrors).toHaveLength(1);
  });
});

describe("a busy host", () => {
  it("receives one request per page, even if it is busy several times", async () => {
    org.commitsPerPage = 1;
    push("acme/a", by(...Array.from({ length: 20 }, () => JOE)));
    const asked: number[] = [];
    org.duringHistory = (_, page) => {
      if (asked.at(-1) !== page && page % 3 === 2) {
        asked.push(page);
        throw new HostBusyError(ctx.now());
      }
      asked.push(page);
    };
    const { status, interruptionCount } = await scan();
    expect([status, interruptionCount]).toEqual(["completed", 0]);
    expect(await counts()).toEqual({ "Joe Bloggs": 21, "Jane Doe": 2 });
    expect(asked.filter((page, at) => asked.indexOf(page) === at)).toEqual(
      Array.from({ length: 23 }, (_, page) => page),
    );
    expect(asked).toHaveLength(23 + 7);
  });

  it("is read in several attempts if a history takes too long", async () => {
    org.commitsPerPage = 1;
    org.duringHistory = () => workspace.advance(50_000);
    push("acme/a", by(...Array.from({ length: 20 }, () => JOE)));
    expect((await scan()).status).toBe("completed");
    expect(await counts()).toEqual({ "Joe Bloggs": 21, "Jane Doe": 2 });
  });

  it("ends at a number of pages, or when the host repeats one", async () => {
    org.commitsPerPage = 1;
    push("acme/a", by(...Array.from({ length: MAX_HISTORY_PAGES + 2 }, () => JOE)));
    const limit = `The history has more than ${MAX_HISTORY_PAGES} pages.`;
    expect(await scan()).toMatchObject({
      errors: { orgErrors: [{ message: expect.stringContaining(limit) }] },
    });
    org.commitsPerPage = 0;
    push("acme/a", by(JOE));
    const repeated = "The host repeats page 2 of the history.";
    expect(await scan()).toMatchObject({
      errors: { orgErrors: [{ message: expect.stringContaining(repeated) }] },
    });
  });
});

describe("stored ownership", () => {
  it("contains no email, not even as a name", async () => {
    push("acme/a", by({ name: "canary@acme.test", email: "canary@acme.test" }));
    push("acme/a", [
      {
        authors: [JANE, { name: "canary@acme.test", email: "canary@acme.test" }],
        committedAt: 1,
        subject: "",
      },
    ]);
    push("acme/a", [], { ".mailmap": "Canary <canary@acme.test> <joe@acme.test>" });
    await scan();
    const [rows, spaces] = await inWorkspace(ctx, async (tx) => [
      await tx.select().from(ownership),
      await tx.select().from(workspaceTable),
    ]);
    expect(rows.map(({ credits }) => credits.length)).toContain(4);
    expect(JSON.stringify([rows, spaces, await read()])).not.toMatch(/canary@|@acme\.test/iu);
  });

  it("uses different pseudonyms per workspace, and new ones after the key is lost [D-9.14]", async () => {
    const pseudonyms = async () => {
      const rows = await inWorkspace(ctx, (tx) => tx.select().from(ownership));
      return new Set(
        rows.flatMap(({ credits }) => credits.flatMap(({ signers }) => signers.flatMap(({ keys }) => keys))),
      );
    };
    await scan();
    const first = await pseudonyms();
    expect(first.size).toBe(4);
    ctx.ports.encryptionKeys = new Map([[2, randomBytes(32)]]);
    push("acme/a", by(JOE));
    await scan();
    const second = await pseudonyms();
    expect([second.size, second.isDisjointFrom(first)]).toEqual([4, true]);
    expect(await counts()).toEqual({ "Jane Doe": 2, "Joe Bloggs": 2 });
  });

  it("is summarized in a repository's context [D-7.25]", async () => {
    await scan();
    const summaryOf = async (path: string) =>
      (await getRepositoryContext(ctx, { repositoryId: await idOf(path) })).ownership;
    expect(await summaryOf("acme/a")).toEqual({
      busFactor: 1,
      topAuthorName: "Jane Doe",
      humanAuthorCount: 2,
    });
    ctx.settings.ownership = "off";
    expect(await summaryOf("acme/a")).toBe(null);
  });
});

it("contributors are paginated", async () => {
  await scan();
  const { total, body } = await read("acme/a", { limit: 1, offset: 1 });
  expect([total, body.contributorsTotal, body.contributors.map(({ name }) => name)]).toEqual([
    2,
    2,
    ["Joe Bloggs"],
  ]);
});

describe("departed_share", () => {
  it.each([
    ["people", { type: "system" }, 1],
    ["people", { type: "user", id: "", role: "admin" }, 1],
    ["people", { type: "user", id: "", role: "member" }, null],
    ["signal", { type: "system" }, null],
  ] as const)("where %s are shown, to %j, is %s", async (setting, actor, share) => {
    await scan();
    workspace.advance(400 * DAY * 1000);
    ctx.settings.ownership = setting;
    Object.assign(ctx, { actor });
    expect((await read()).body.departedShare).toBe(share);
  });
});
