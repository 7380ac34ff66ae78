import { randomBytes } from "node:crypto";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import type { Commit, Signature } from "@knockon/extract/history/commit";
import { beforeEach, describe, expect, it } from "vitest";
import { listAuditEvents } from "../audit-event/audit-events.ts";
import type { Context } from "../context.ts";
import { ConflictError, NotFoundError } from "../errors.ts";
import { lookupRepository } from "../repository/lookup-repository.ts";
import { getScripted, scriptOrg, type ScriptedOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace, type TestWorkspace } from "../testing/test-workspace.ts";
import { getOwnership } from "./get-ownership.ts";
import { listOwnershipRisks } from "./ownership-risks.ts";
import {
  createPersonCorrection,
  deletePersonCorrection,
  listPersonCorrections,
} from "./person-corrections.ts";

const database = useTestDatabase();
const JANE = { name: "Jane Doe", email: "jane@acme.test" };
const JD = { name: "jd", email: "jd@home.test" };
const DEPLOYER = { name: "Deployer", email: "deployer@acme.test" };
const PAGE = { limit: 100, offset: 0 };
const UNKNOWN_KEY = "A".repeat(20);

const commits = (author: Signature, count: number, subject: (nth: number) => string): Commit[] =>
  Array.from({ length: count }, (_, nth) => ({
    authors: [author],
    committedAt: Date.UTC(2025, 11) / 1000,
    subject: subject(nth),
  }));
const different = (nth: number) => `Change ${"a".repeat(nth)}`;

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
  getScripted(org, "acme/a").history.push(
    ...commits(JANE, 3, different),
    ...commits(JD, 2, different),
    ...commits(DEPLOYER, 300, (nth) => `Deploy ${nth}`),
  );
  getScripted(org, "acme/b").history.push(...commits(JD, 4, different), ...commits(DEPLOYER, 5, different));
  await workspace.scan(connectedOrgId);
});

async function read(path: string) {
  const { id } = await lookupRepository(ctx, { fullPath: path });
  return (await getOwnership(ctx, { repositoryId: id, ...PAGE })).body;
}
const countsIn = async (path: string) =>
  Object.fromEntries((await read(path)).contributors.map((one) => [one.name, one.commitCount]));
async function keyOf(name: string, path: string): Promise<string> {
  const { contributors, automation } = await read(path);
  return [...contributors, ...automation].find((one) => one.name === name)?.personKey ?? "";
}
/** The number of authors in the ranking, which is stored. */
const ranked = async () => {
  const { body } = await listOwnershipRisks(ctx, {
    connectedOrgId,
    minDependents: 0,
    maxBusFactor: 100,
    ...PAGE,
  });
  return Object.fromEntries(body.map((risk) => [risk.repository.fullPath, risk.humanAuthorCount]));
};

describe("automation", () => {
  it("is found by its commits, and listed apart", async () => {
    expect(await countsIn("acme/a")).toEqual({ "Jane Doe": 3, jd: 2 });
    expect((await read("acme/a")).automation).toMatchObject([{ name: "Deployer", commitCount: 300 }]);
    expect(await ranked()).toEqual({ "acme/a": 2, "acme/b": 2 });
  });
});

describe("a person correction", () => {
  it("excludes a program from all repositories, until it is deleted", async () => {
    const personKey = await keyOf("Deployer", "acme/b");
    const created = await createPersonCorrection(ctx, { kind: "not_a_person", personKey });
    expect(created).toMatchObject({ kind: "not_a_person", name: "Deployer", personKey, sameAsName: null });
    expect(await countsIn("acme/b")).toEqual({ jd: 4 });
    expect((await read("acme/b")).automation).toMatchObject([{ name: "Deployer", personKey }]);
    expect(await ranked()).toEqual({ "acme/a": 2, "acme/b": 1 });
    expect(await listPersonCorrections(ctx, PAGE)).toEqual({ total: 1, body: [created] });

    await deletePersonCorrection(ctx, { personCorrectionId: created.id });
    expect(await countsIn("acme/b")).toEqual({ jd: 4, Deployer: 5 });
    expect(await ranked()).toEqual({ "acme/a": 2, "acme/b": 2 });
    expect(await listPersonCorrections(ctx, PAGE)).toEqual({ total: 0, body: [] });
  });

  it("counts a person whose commits look like those of a program", async () => {
    await createPersonCorrection(ctx, { kind: "person", personKey: await keyOf("Deployer", "acme/a") });
    expect(await countsIn("acme/a")).toEqual({ Deployer: 300, "Jane Doe": 3, jd: 2 });
    expect(await ranked()).toEqual({ "acme/a": 3, "acme/b": 2 });
  });

  it("merges two people", async () => {
    const [personKey, sameAsPersonKey] = [await keyOf("jd", "acme/a"), await keyOf("Jane Doe", "acme/a")];
    await createPersonCorrection(ctx, { kind: "same_person", personKey, sameAsPersonKey });
    expect(Object.values(await countsIn("acme/a"))).toEqual([5]);
    expect(await ranked()).toEqual({ "acme/a": 1, "acme/b": 2 });
  });

  it("applies to histories that are read later", async () => {
    await createPersonCorrection(ctx, { kind: "not_a_person", personKey: await keyOf("jd", "acme/b") });
    const repository = getScripted(org, "acme/a");
    repository.history.push(...commits(JD, 50, different));
    repository.files = { file: "changed" };
    await workspace.scan(connectedOrgId);
    expect(await countsIn("acme/a")).toEqual({ "Jane Doe": 3 });
    expect(await ranked()).toEqual({ "acme/a": 1, "acme/b": 1 });
  });

  it("is refused for an unknown key, a second time, and if another one says the opposite", async () => {
    const personKey = await keyOf("jd", "acme/a");
    const create = (kind: "not_a_person" | "person", key = personKey) =>
      createPersonCorrection(ctx, { kind, personKey: key });
    await expect(create("not_a_person", UNKNOWN_KEY)).rejects.toThrow(NotFoundError);
    await create("not_a_person");
    await expect(create("not_a_person")).rejects.toThrow("jd has this correction already.");
    await expect(create("person")).rejects.toThrow(
      new ConflictError("Another correction says the opposite about jd. Delete it first."),
    );
    const self = { kind: "same_person", personKey, sameAsPersonKey: personKey } as const;
    await expect(createPersonCorrection(ctx, self)).rejects.toThrow(ConflictError);
    const personCorrectionId = "0c1f6a52-3d0e-4b7a-8f5e-2a9c41d7b099";
    await expect(deletePersonCorrection(ctx, { personCorrectionId })).rejects.toThrow(NotFoundError);
  });

  it("is recorded in the audit log, without keys", async () => {
    const personKey = await keyOf("jd", "acme/a");
    const { id } = await createPersonCorrection(ctx, { kind: "not_a_person", personKey });
    workspace.advance(1000);
    await deletePersonCorrection(ctx, { personCorrectionId: id });
    const { body } = await listAuditEvents(ctx, { area: "person_correction", ...PAGE });
    expect(body).toMatchObject([
      { action: "person_correction.deleted", before: { kind: "not_a_person", name: "jd" } },
      { action: "person_correction.created", after: { kind: "not_a_person", name: "jd" } },
    ]);
    expect(JSON.stringify(body)).not.toContain(personKey);
  });
});
