import { inWorkspace } from "@knockon/db/in-workspace";
import type { Transaction } from "@knockon/db/database";
import { artifact, dependency } from "@knockon/db/schema/dependency.sql";
import { ownNamespace, producer } from "@knockon/db/schema/repository.sql";
import { workspace as workspaceTable } from "@knockon/db/schema/workspace.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { asc } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deleteConnectedOrg } from "../connected-org/delete-connected-org.ts";
import { updateConnectedOrg } from "../connected-org/update-connected-org.ts";
import type { Context } from "../context.ts";
import { type Random, randomFiles, seeded } from "../testing/random.ts";
import {
  scriptOrg,
  scriptRepository,
  type ScriptedOrg,
  type ScriptedRepository,
} from "../testing/scripted-org.ts";
import { cancelScan } from "../scan/cancel-scan.ts";
import { handleMessage } from "../scan/handle-message.ts";
import { getScan } from "../scan/read-scans.ts";
import { triggerScan } from "../scan/start-scan.ts";
import { openTestWorkspace, type TestWorkspace } from "../testing/test-workspace.ts";
import { publishWorkspace } from "./publish-workspace.ts";

const database = useTestDatabase();
const FIRST_SEED = Number(process.env["KNOCKON_SEED"] ?? 1);
const SEQUENCES = Number(process.env["KNOCKON_SEQUENCES"] ?? 1);
const STEPS = 12;
const REPOSITORIES = 7;

class Rollback extends Error {}

/** Returns everything a publish writes, without timestamps. */
async function published(tx: Transaction) {
  const [row] = await tx.select({ graphHash: workspaceTable.graphHash }).from(workspaceTable);
  return {
    graphHash: row?.graphHash,
    declarations: await tx.select().from(dependency).orderBy(asc(dependency.id)),
    namespaces: await tx.select().from(ownNamespace).orderBy(asc(ownNamespace.namespace)),
    artifacts: (await tx.select().from(artifact).orderBy(asc(artifact.id))).map(
      ({ createdAt: _c, updatedAt: _u, ...one }) => one,
    ),
  };
}

/** Returns what a publish from an empty state writes for the same repositories. The transaction is rolled back. */
async function publishedFromNothing(ctx: Context) {
  let made: Awaited<ReturnType<typeof published>> | undefined;
  await inWorkspace(ctx, async (tx) => {
    await tx.delete(dependency);
    await tx.delete(artifact);
    await tx.delete(producer);
    await tx.delete(ownNamespace);
    await publishWorkspace(ctx, tx, true);
    made = await published(tx);
    throw new Rollback();
  }).catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error;
  });
  return made;
}

/** Two orgs whose repositories depend on each other. */
class World {
  readonly #random: Random;
  readonly #paths: string[];
  readonly #gone: ScriptedRepository[][] = [[], []];
  readonly orgs: ScriptedOrg[];

  constructor(random: Random) {
    this.#random = random;
    this.#paths = ["acme", "labs"].flatMap((org) =>
      Array.from({ length: REPOSITORIES }, (_, index) => `${org}/r${index}`),
    );
    this.orgs = ["acme", "labs"].map((org) =>
      scriptOrg(
        Object.fromEntries(
          this.#paths.filter((path) => path.startsWith(org)).map((path) => [path, this.#files(path)]),
        ),
      ),
    );
  }

  /** Makes one random change in an org and returns its description. */
  change(at: number): string {
    const org = this.orgs[at];
    const one = org?.repositories[this.#below(org.repositories.length)];
    if (!org || !one) return "no repository is left to change";
    const gone = this.#gone[at] ?? [];
    const changes: (() => string)[] = [
      () => {
        one.files = this.#files(one.platformId);
        return `push to ${one.fullPath}`;
      },
      () => {
        one.files = null;
        return `${one.fullPath} is emptied`;
      },
      () => {
        const [former, taken] = [one.fullPath, this.#paths[this.#below(this.#paths.length)] ?? ""];
        const holder = org.repositories.find((other) => other.fullPath === taken);
        one.fullPath = taken.startsWith(former.split("/")[0] ?? "") ? taken : `${former}x`;
        if (holder && holder !== one && one.fullPath === taken) holder.fullPath = former;
        return `${former} is renamed to ${one.fullPath}`;
      },
      () => {
        one.archived = !one.archived;
        return `${one.fullPath} archived: ${one.archived}`;
      },
      () => {
        one.tags = [`v1.${this.#below(4)}.0`, `sub/v1.${this.#below(4)}.0`];
        return `${one.fullPath} is tagged ${one.tags.join(" ")}`;
      },
      () => {
        org.repositories.splice(org.repositories.indexOf(one), 1);
        gone.push(one);
        return `${one.fullPath} vanishes`;
      },
      () => {
        const back = gone.shift();
        if (back) org.repositories.push(back);
        return `${back?.fullPath ?? "no repository"} returns`;
      },
      () => {
        const path = `${one.fullPath.split("/")[0]}/new${this.#below(1000)}`;
        org.repositories.push(
          scriptRepository(path, this.#files(this.#paths[this.#below(REPOSITORIES)] ?? "")),
        );
        return `${path} is new`;
      },
    ];
    return changes[this.#below(changes.length)]?.() ?? "";
  }

  #below = (limit: number): number => Math.floor(this.#random() * limit);

  #files = (path: string) => randomFiles(this.#random, this.#paths.indexOf(path), this.#paths);
}

/** How the scans of two orgs are delivered. */
type ScanBoth = (workspace: TestWorkspace, ids: string[], random: Random) => Promise<void>;

const oneAfterTheOther: ScanBoth = async (workspace, ids) => {
  for (const id of ids) await workspace.scan(id);
};

class Killed extends Error {}

/** A clock by which each batch of a publish takes a minute. At some of its readings the process dies. */
function slowClock(start: Date, random: Random): () => Date {
  let now = start.getTime();
  return () => {
    if (random() < 0.15) throw new Killed();
    now += 60_000;
    return new Date(now);
  };
}

/** Delivers the messages of all orgs in turn, so that their publishes alternate in steps. Repeats those whose process dies. */
const inSteps: ScanBoth = async ({ ctx, queue, scan }, ids, random) => {
  const scans = [];
  for (const connectedOrgId of ids)
    scans.push(await triggerScan(ctx, { connectedOrgId, scanType: random() < 0.2 ? "full" : "incremental" }));
  for (let message = queue.take(); message; message = queue.take()) {
    if (message.kind !== "finish-scan") {
      await handleMessage(ctx, message);
      continue;
    }
    try {
      await handleMessage({ ...ctx, now: slowClock(ctx.now(), random) }, message);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      await queue.send([message]);
    }
    stepsTaken += 1;
    if (random() < 0.05) await cancelScan(ctx, { scanId: message.scanId }).catch(() => {});
  }
  for (const { id, connectedOrgId } of scans) {
    const { status } = await getScan(ctx, { scanId: id });
    if (status === "cancelled") await scan(connectedOrgId);
    else expect(status).toBe("completed");
  }
};
let stepsTaken = 0;

/** Scans two changing orgs. After each publish, yields what it wrote and what a full publish writes. */
async function* runSequence(seed: number, scanBoth: ScanBoth) {
  const random = seeded(seed);
  const world = new World(random);
  const workspace = await openTestWorkspace(database());
  const { ctx } = workspace;
  const ids: string[] = [];
  for (const [at, org] of world.orgs.entries()) ids.push(await workspace.connect(org, ["acme", "labs"][at]));
  const steps: string[] = [];
  const compare = async () => ({
    incremental: await inWorkspace(ctx, published),
    full: await publishedFromNothing(ctx),
    steps: steps.join(", "),
  });
  await scanBoth(workspace, ids, random);
  yield await compare();
  for (let step = 0; step < STEPS; step += 1) {
    const at = random() < 0.5 ? 0 : 1;
    for (let changes = Math.floor(random() * 3); changes >= 0; changes -= 1) steps.push(world.change(at));
    if (random() < 0.1) {
      steps.push("the host gets an alias");
      await updateConnectedOrg(ctx, { connectedOrgId: ids[at] ?? "", hostAliases: [`git${step}.example`] });
    }
    await scanBoth(workspace, random() < 0.3 ? ids : [ids[at] ?? ""], random);
    yield await compare();
  }
  steps.push("an org is deleted");
  await deleteConnectedOrg(ctx, { connectedOrgId: ids[1] ?? "" });
  yield await compare();
}

describe("an incremental publish", () => {
  it.each([
    ["in one transaction", oneAfterTheOther, 0],
    ["in steps, each of which may die, of two scans that alternate", inSteps, 5 * STEPS],
  ])(
    `gives the same result as a full publish %s, over ${SEQUENCES} sequences from seed ${FIRST_SEED}`,
    async (_, scanBoth, leastSteps) => {
      for (let seed = FIRST_SEED; seed < FIRST_SEED + SEQUENCES; seed += 1) {
        stepsTaken = 0;
        for await (const { incremental, full, steps } of runSequence(seed, scanBoth))
          expect(incremental, `seed ${seed}: ${steps}`).toEqual(full);
        expect(stepsTaken).toBeGreaterThanOrEqual(leastSteps);
      }
    },
    SEQUENCES * 60_000,
  );
});
