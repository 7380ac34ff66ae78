import { randomBytes } from "node:crypto";
import { inWorkspace } from "@knockon/db/in-workspace";
import { ownership } from "@knockon/db/schema/ownership.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import type { Commit } from "@knockon/extract/history/commit";
import { beforeEach, describe, expect, it } from "vitest";
import { checkChange } from "../check/check-change.ts";
import { listLatentBreaks } from "../check/latent-breaks.ts";
import type { Context } from "../context.ts";
import { getImpact } from "../impact/get-impact.ts";
import { listDependencies, listDependents } from "../repository/declarations.ts";
import { lookupRepository } from "../repository/lookup-repository.ts";
import { getScripted, scriptOrg, type ScriptedOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace, type TestWorkspace } from "../testing/test-workspace.ts";
import { getOwnership } from "./get-ownership.ts";
import { createPersonCorrection, deletePersonCorrection } from "./person-corrections.ts";

const database = useTestDatabase();
const PAGE = { limit: 100, offset: 0 };
const DEFAULTS = { ...PAGE, maxDepth: 3, minConfidence: 0.4, through: "artifacts" } as const;
const FILE = ".github/workflows/ci.yml";
const CODEOWNERS = ".github/CODEOWNERS";

const ACTION = "inputs:\n  version: {}\nruns:\n  using: composite\n  steps: []\n";
const caller = (input: string) =>
  `on: push\njobs:\n  a:\n    steps:\n      - uses: acme/actions/setup@main\n        with:\n          ${input}: 22\n`;

const PLATFORM = { names: ["@acme/platform"], source: "codeowners" };
const JANE = { names: ["Jane Doe"], source: "main_author" };

let workspace: TestWorkspace;
let ctx: Context;
let org: ScriptedOrg;
let connectedOrgId: string;

beforeEach(async () => {
  workspace = await openTestWorkspace(database());
  ({ ctx } = workspace);
  ctx.ports.encryptionKeys = new Map([[1, randomBytes(32)]]);
  org = scriptOrg({
    "acme/actions": { "setup/action.yml": ACTION },
    "acme/web": { [FILE]: caller("version"), [CODEOWNERS]: "* @acme/web\n/.github/ @acme/platform\n" },
    "acme/old": { [FILE]: caller("node"), [CODEOWNERS]: "* @acme/platform\n" },
  });
  connectedOrgId = await workspace.connect(org);
});

const interfaceWith = (name: string) => ({
  scope: "github_action:acme/actions/setup",
  file: "setup/action.yml",
  line: 4,
  members: [{ kind: "input" as const, name, file: "setup/action.yml", line: 2 }],
});

/** Returns the owner of the line in acme/web that a change breaks. */
async function brokenOwner() {
  const { breaks } = await checkChange(ctx, {
    fullPath: "acme/actions",
    changedPaths: [],
    branches: ["main"],
    otherBranches: [],
    before: [interfaceWith("version")],
    after: [interfaceWith("other")],
    minConfidence: 0.4,
  });
  expect(breaks.map(({ consumer }) => consumer.fullPath)).toEqual(["acme/web"]);
  return breaks[0]?.owner;
}

describe("the owner of a consumer's line", () => {
  it("is named with each break and latent break", async () => {
    await workspace.scan(connectedOrgId);
    expect(await brokenOwner()).toEqual(PLATFORM);
    const { body } = await listLatentBreaks(ctx, { connectedOrgId, ...PAGE });
    expect(body.map(({ consumer, owner }) => [consumer.fullPath, owner])).toEqual([["acme/old", PLATFORM]]);
  });

  it("is named with each line of an impact, and of the lists of dependents and dependencies", async () => {
    await workspace.scan(connectedOrgId);
    const { body: impact } = await getImpact(ctx, { fullPath: "acme/actions", ...DEFAULTS });
    expect(
      impact.affected.map(({ repository, owner, roles, clockEvidence }) => [
        repository.fullPath,
        owner,
        roles.flatMap(({ evidence }) => evidence.map((one) => one.owner)),
        clockEvidence?.owner,
      ]),
    ).toEqual([
      ["acme/old", PLATFORM, [PLATFORM], PLATFORM],
      ["acme/web", PLATFORM, [PLATFORM], PLATFORM],
    ]);
    const idOf = async (fullPath: string) => (await lookupRepository(ctx, { fullPath })).id;
    const dependents = await listDependents(ctx, { repositoryId: await idOf("acme/actions"), ...PAGE });
    const dependencies = await listDependencies(ctx, { repositoryId: await idOf("acme/web"), ...PAGE });
    expect(dependents.body.map(({ owner }) => owner)).toEqual([PLATFORM, PLATFORM]);
    expect(dependencies.body.map(({ owner }) => owner)).toEqual([PLATFORM]);
  });

  it("changes with CODEOWNERS in an incremental scan that reads only its repository", async () => {
    await workspace.scan(connectedOrgId);
    org.snapshots.length = 0;
    const web = getScripted(org, "acme/web");
    web.files = { ...web.files, [CODEOWNERS]: "* @acme/web\n" };
    await workspace.scan(connectedOrgId);
    expect(org.snapshots).toEqual(["acme/web"]);
    expect(await brokenOwner()).toEqual({ names: ["@acme/web"], source: "codeowners" });
    web.files = { [FILE]: caller("version") };
    await workspace.scan(connectedOrgId);
    expect(await brokenOwner()).toBe(null);
  });

  it("is that of most files where no rule of CODEOWNERS covers the line, as of its repository", async () => {
    ctx.settings.ownership = "people";
    const web = getScripted(org, "acme/web");
    const others = ["a", "b"].map((name) => [`.github/workflows/${name}.yml`, caller("version")] as const);
    const rules = "/.github/workflows/a.yml @acme/platform\n/.github/workflows/b.yml @acme/platform\n";
    web.files = { ...Object.fromEntries(others), [FILE]: caller("version"), [CODEOWNERS]: rules };
    web.history.push({
      authors: [{ name: "Jane Doe", email: "jane@acme.test" }],
      committedAt: 1_700_000_000,
      subject: "Add CI",
    });
    Object.assign(ctx, { actor: { type: "key", id: "", prefix: "" } });
    await workspace.scan(connectedOrgId);
    const { body } = await getImpact(ctx, { fullPath: "acme/actions", ...DEFAULTS });
    const row = body.affected.find(({ repository }) => repository.fullPath === "acme/web");
    const owners = row?.roles.flatMap(({ evidence }) =>
      evidence.map(({ sourceFile, owner }) => [sourceFile.split("/").at(-1), owner?.source, owner?.names]),
    );
    expect(owners).toEqual([
      ["a.yml", "codeowners", ["@acme/platform"]],
      ["b.yml", "codeowners", ["@acme/platform"]],
      ["ci.yml", "repository", ["@acme/platform"]],
    ]);
  });

  it.each([
    ["people", { type: "key", id: "", prefix: "" }, JANE],
    ["people", { type: "user", id: "", role: "admin" }, JANE],
    ["people", { type: "user", id: "", role: "member" }, null],
    ["people", { type: "system" }, null],
    ["signal", { type: "key", id: "", prefix: "" }, null],
    ["off", { type: "key", id: "", prefix: "" }, null],
  ] as const)("without CODEOWNERS is, where the setting is %s, for %j: %j", async (setting, actor, owner) => {
    ctx.settings.ownership = "people";
    const web = getScripted(org, "acme/web");
    web.files = { [FILE]: caller("version") };
    const commit: Commit = {
      authors: [{ name: "Jane Doe", email: "jane@acme.test" }],
      committedAt: 1_700_000_000,
      subject: "Add CI",
    };
    web.history.push(commit);
    await workspace.scan(connectedOrgId);
    ctx.settings.ownership = setting;
    Object.assign(ctx, { actor });
    expect(await brokenOwner()).toEqual(owner);
  });
});

describe("the main author of a repository", () => {
  const commit = (name: string, email: string): Commit => ({
    authors: [{ name, email }],
    committedAt: 1_700_000_000,
    subject: "Add CI",
  });
  /** Returns the owner of each line that uses the action. */
  const ownersOfUses = async () => {
    const { body } = await getImpact(ctx, { fullPath: "acme/actions", ...DEFAULTS });
    return body.affected.map(({ repository, owner }) => [repository.fullPath, owner]);
  };
  const author = (name: string) => ({ names: [name], source: "main_author" });

  beforeEach(() => {
    ctx.settings.ownership = "people";
    Object.assign(ctx, { actor: { type: "key", id: "", prefix: "" } });
    getScripted(org, "acme/web").files = { [FILE]: caller("version") };
    getScripted(org, "acme/web").history.push(commit("jd", "jane@acme.test"));
  });

  it("has the account that CODEOWNERS of another repository names", async () => {
    const old = getScripted(org, "acme/old");
    old.files = { [FILE]: caller("node"), [CODEOWNERS]: "* @JDoe\n" };
    const actions = getScripted(org, "acme/actions");
    actions.history.push(
      commit("Jane Doe", "jane@acme.test"),
      commit("Jane Doe", "12+jdoe@users.noreply.github.com"),
    );
    await workspace.scan(connectedOrgId);
    expect(await ownersOfUses()).toEqual([
      ["acme/old", { names: ["@JDoe"], source: "codeowners" }],
      ["acme/web", author("@JDoe")],
    ]);

    // As an earlier release stored it.
    await inWorkspace(ctx, (tx) => tx.update(ownership).set({ topAuthorKeys: [], topAuthorKnownAs: null }));
    expect(await ownersOfUses()).toContainEqual(["acme/web", author("jd")]);
    await workspace.scan(connectedOrgId);
    expect(await ownersOfUses()).toContainEqual(["acme/web", author("@JDoe")]);

    old.files = { [FILE]: caller("node") };
    await workspace.scan(connectedOrgId);
    expect(await ownersOfUses()).toEqual([
      ["acme/old", null],
      ["acme/web", author("Jane Doe")],
    ]);
  });

  it("has the full name of another author if a user says that both are one person, until the correction is deleted", async () => {
    const old = getScripted(org, "acme/old");
    old.files = { [FILE]: caller("node") };
    old.history.push(commit("Jane Doe", "home@acme.test"));
    await workspace.scan(connectedOrgId);
    const keyOf = async (fullPath: string) => {
      const { id: repositoryId } = await lookupRepository(ctx, { fullPath });
      return (await getOwnership(ctx, { repositoryId, ...PAGE })).body.contributors[0]?.personKey ?? "";
    };
    const { id: personCorrectionId } = await createPersonCorrection(ctx, {
      kind: "same_person",
      personKey: await keyOf("acme/web"),
      sameAsPersonKey: await keyOf("acme/old"),
    });
    expect(await ownersOfUses()).toEqual([
      ["acme/old", JANE],
      ["acme/web", JANE],
    ]);
    await deletePersonCorrection(ctx, { personCorrectionId });
    expect(await ownersOfUses()).toEqual([
      ["acme/old", JANE],
      ["acme/web", author("jd")],
    ]);
  });
});
