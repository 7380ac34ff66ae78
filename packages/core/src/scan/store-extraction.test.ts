import { describe, expect, it } from "vitest";
import { listArtifacts } from "../artifact/artifacts.ts";
import { getScripted, scriptOrg } from "../testing/scripted-org.ts";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { replaceRefused } from "./store-extraction.ts";

const database = useTestDatabase();

describe("replaceRefused", () => {
  it("returns storable content unchanged", () => {
    const ordinary = [String.raw`\u0000 "ü" 🚀 `];
    expect(replaceRefused(ordinary)).toEqual(ordinary);
  });

  it("replaces NUL and unpaired surrogates everywhere", () => {
    expect(replaceRefused({ a: ["a\0b"], b: { c: "x\ud800y" } })).toEqual({
      a: ["a\uFFFDb"],
      b: { c: "x\uFFFDy" },
    });
  });
});

it("no repository content fails the scan or the publish", async () => {
  const noise = Array.from({ length: 3000 }, (_, index) => ((index * 7919) % 36).toString(36)).join("");
  const widest = "測".repeat(800);
  const org = scriptOrg({
    "acme/nul": { "compose.yaml": String.raw`services: {a: {image: "acme/ba\0se:1.0.0"}}` },
    "acme/half": { "package.json": String.raw`{"name": "ui\ud800", "dependencies": {"x\udc00": "^1.0.0"}}` },
    "acme/long": { "package.json": JSON.stringify({ name: noise, dependencies: { [noise]: "^1.0.0" } }) },
    "acme/deep": { [`${noise}/package.json`]: JSON.stringify({ dependencies: { ui: "^1.0.0" } }) },
    "acme/wide": { "package.json": JSON.stringify({ dependencies: { [widest]: "^1.0.0" } }) },
    "acme/sound": { "package.json": JSON.stringify({ name: "sound" }) },
  });
  const { ctx, ...workspace } = await openTestWorkspace(database());
  const orgId = await workspace.connect(org);
  expect(await workspace.scan(orgId)).toMatchObject({ status: "completed", scannedRepos: 6 });
  const { body } = await listArtifacts(ctx, { connectedOrgId: orgId, limit: 100, offset: 0 });
  expect(body.map((one) => one.name)).toContain("sound");
});

it("a commit that changes no declaration is stored with the extraction of its parent", async () => {
  const files = { Dockerfile: "FROM debian:12\n", "README.md": "Acme\n" };
  const org = scriptOrg({ "acme/api": files });
  const workspace = await openTestWorkspace(database());
  const orgId = await workspace.connect(org);
  const stored = async (): Promise<unknown[]> =>
    (
      await database().execute(
        `select id from extraction where workspace_id = '${workspace.ctx.workspaceId}'`,
      )
    ).rows;
  await workspace.scan(orgId);
  const first = await stored();
  expect(first).toHaveLength(1);
  getScripted(org, "acme/api").files = { ...files, "README.md": "The API of Acme\n" };
  org.snapshots.length = 0;
  await workspace.scan(orgId);
  expect(org.snapshots).toEqual(["acme/api"]);
  expect(await stored()).toEqual(first);
});
