import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { describe, expect, it } from "vitest";
import { NotFoundError } from "../errors.ts";
import { listDependencies } from "../repository/declarations.ts";
import { lookupRepository } from "../repository/lookup-repository.ts";
import { scriptOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { deleteConnectedOrg } from "./delete-connected-org.ts";
import { getConnectedOrg } from "./read-connected-orgs.ts";
import { updateConnectedOrg } from "./update-connected-org.ts";

const database = useTestDatabase();

async function scanned() {
  const workspace = await openTestWorkspace(database());
  const org = scriptOrg({
    "acme/base": { README: "" },
    "acme/app": { "build.sh": "git clone https://git.mirror.example.dev/acme/base.git\n" },
  });
  const connectedOrgId = await workspace.connect(org);
  await workspace.scan(connectedOrgId);
  org.snapshots.length = 0;
  return { workspace, ctx: workspace.ctx, org, connectedOrgId };
}

type Scanned = Awaited<ReturnType<typeof scanned>>;

/** Returns the targets of the dependencies of `acme/app`. */
async function targetsOf({ ctx }: Scanned): Promise<(string | undefined)[]> {
  const { id: repositoryId } = await lookupRepository(ctx, { fullPath: "acme/app" });
  const { body } = await listDependencies(ctx, { repositoryId, limit: 100, offset: 0 });
  return body.map((row) => row.targetRepository?.fullPath);
}

describe("PUT /connected-orgs/{id}", () => {
  it("changes only the given fields", async () => {
    const { workspace, ctx, connectedOrgId } = await scanned();
    workspace.advance(1000);
    await updateConnectedOrg(ctx, { connectedOrgId, hostAliases: ["git.mirror.example.dev"] });
    const changed = await updateConnectedOrg(ctx, { connectedOrgId, name: "Acme Inc." });
    expect(changed).toMatchObject({ name: "Acme Inc.", hostAliases: ["git.mirror.example.dev"] });
    expect(changed.updatedAt).toEqual(ctx.now());
    expect(await getConnectedOrg(ctx, { connectedOrgId })).toEqual(changed);
  });

  it("with a host alias resolves references to that host in the next scan, which reads no repository [D-5.18]", async () => {
    const all = await scanned();
    const { workspace, ctx, org, connectedOrgId } = all;
    expect(await targetsOf(all)).toEqual([undefined]);
    await updateConnectedOrg(ctx, { connectedOrgId, hostAliases: ["Git.Mirror.example.dev"] });
    await workspace.scan(connectedOrgId);
    expect(await targetsOf(all)).toEqual(["acme/base"]);
    await updateConnectedOrg(ctx, { connectedOrgId, hostAliases: [] });
    await workspace.scan(connectedOrgId);
    expect(await targetsOf(all)).toEqual([undefined]);
    expect(org.snapshots).toEqual([]);
  });

  it("throws NotFoundError for a deleted org", async () => {
    const { ctx, connectedOrgId } = await scanned();
    await deleteConnectedOrg(ctx, { connectedOrgId });
    await expect(updateConnectedOrg(ctx, { connectedOrgId, name: "a" })).rejects.toThrow(NotFoundError);
  });
});
