import { deservesComment } from "@knockon/contract/check/comment";
import { inWorkspace } from "@knockon/db/in-workspace";
import type { Database, Transaction } from "@knockon/db/database";
import { changeCheck } from "@knockon/db/schema/change-check.sql";
import { and, eq } from "drizzle-orm";
import { requestCheck } from "../check/request-check.ts";
import { runCheck } from "../check/run-check.ts";
import { sweepChecks } from "../check/sweep-checks.ts";
import type { Context } from "../context.ts";
import type { GitHost } from "../ports/git-host.ts";
import { HostBusyError, HostUnreachableError } from "../ports/git-host.ts";
import type { ScanMessage } from "../ports/queue.ts";
import { seeded, type Random } from "./random.ts";
import { pushChange, scriptChanges, type ScriptedChanges } from "./scripted-changes.ts";
import { type Files, scriptOrg } from "./scripted-org.ts";
import { Crash, type Gate, type Process, startProcess } from "./simulator/process.ts";
import { openTestWorkspace, type TestWorkspace } from "./test-workspace.ts";

const REPOSITORY = "acme/ci";
const WORKFLOW = ".github/workflows/build.yml";
const workflow = (input: string): Files => ({
  [WORKFLOW]: `on:\n  workflow_call:\n    inputs:\n      ${input}:\n        type: string\njobs: {}\n`,
});
const BASE = workflow("name");
const CALLER: Files = {
  ".github/workflows/ci.yml": `jobs:\n  build:\n    uses: ${REPOSITORY}/${WORKFLOW}@main\n    with: {name: api}\n`,
};

const STORM_STEPS = 120;
const MAX_STEPS = 3000;
const MAX_WORKERS = 3;
const SWEEP_AFTER_MS = 6 * 60_000;

/** A workspace with a shared workflow and its user, in which pull requests are simulated. */
export interface CheckWorld {
  tenant: TestWorkspace;
  changes: ScriptedChanges;
  connectedOrgId: string;
}

export async function openCheckWorld(database: Database): Promise<CheckWorld> {
  const tenant = await openTestWorkspace(database);
  const org = scriptOrg({ [REPOSITORY]: BASE, "acme/api": CALLER });
  const changes = (org.changes = scriptChanges());
  const connectedOrgId = await tenant.connect(org);
  await tenant.scan(connectedOrgId);
  return { tenant, changes, connectedOrgId };
}

/**
 * Pushes to a pull request during a storm of late and repeated events, lost, repeated and reordered messages, busy hosts and killed workers.
 * Then everything continues without faults until nothing is left to do. Returns what violates an invariant.
 */
export async function simulateChecks(world: CheckWorld, seed: number): Promise<string[]> {
  const storm = new Storm(world, seed);
  await storm.run();
  return storm.findViolations();
}

/** A message in the queue. A worker that fails returns it. */
interface Envelope {
  id: string;
  message: ScanMessage;
}

class Storm {
  readonly #world: CheckWorld;
  readonly #random: Random;
  /** Seeds of one world do not share pull requests. */
  readonly #number: number;
  readonly #heads = new Map<string, string>();
  #events: string[] = [];
  #messages: Envelope[] = [];
  #sent = 0;
  #processes: Process[] = [];
  #isStormy = true;
  #input = "name";
  #pushes = 0;

  constructor(world: CheckWorld, seed: number) {
    this.#world = world;
    this.#random = seeded(seed);
    this.#number = seed + 1;
  }

  async run(): Promise<void> {
    this.#push();
    for (let step = 0; step < MAX_STEPS; step += 1) {
      if (step === STORM_STEPS) this.#calm();
      this.#world.tenant.advance(500);
      if (await this.#step()) continue;
      this.#world.tenant.advance(SWEEP_AFTER_MS);
      const sent = await sweepChecks(this.#context(this.#queue()));
      if (sent === 0 && !this.#isStormy) return;
      if (sent === 0) this.#push();
    }
    throw new Error("The checks do not end.");
  }

  /** Ends all faults. The last state of the pull request is open, and its event arrives. */
  #calm(): void {
    this.#isStormy = false;
    this.#edit({ isOpen: true });
  }

  /** Makes one random step. Returns false if only time can help. */
  async #step(): Promise<boolean> {
    const roll = this.#random();
    if (this.#isStormy && roll < 0.08) {
      this.#change();
      return true;
    }
    if (this.#events.length > 0 && roll < 0.3) {
      await this.#deliverEvent();
      return true;
    }
    if (this.#messages.length > 0 && this.#processes.length < MAX_WORKERS && roll < 0.55) {
      this.#startWorker();
      return true;
    }
    // Mostly the newest one, so that others are late.
    const process = this.#random() < 0.7 ? this.#processes.at(-1) : this.#pick(this.#processes);
    if (process) {
      await process.step().catch(() => {});
      if (process.next === undefined) this.#processes = this.#processes.filter((one) => one !== process);
      return true;
    }
    return this.#events.length + this.#messages.length > 0;
  }

  #change(): void {
    const roll = this.#random();
    if (roll < 0.7) this.#push();
    else this.#edit({ isOpen: roll > 0.85 });
  }

  /** Pushes a change that breaks the user, one that does not, or a former commit. */
  #push(): void {
    const former = this.#random() < 0.2 ? this.#pick([...this.#heads]) : undefined;
    this.#pushes += 1;
    this.#input = former?.[1] ?? (this.#random() < 0.5 ? "name" : `input${this.#pushes}`);
    const files = { ...workflow(this.#input), "README.md": `${this.#number} ${this.#pushes}` };
    const head = former ? (this.#world.changes.commits.get(former[0]) ?? files) : files;
    const { repository, number } = this.#pullRequest;
    const sha = pushChange(this.#world.changes, { repository, number, base: BASE, head });
    this.#heads.set(sha, this.#input);
    this.#announce(sha);
  }

  #edit(changed: { isOpen: boolean }): void {
    const pullRequest = this.#current();
    if (!pullRequest) return;
    Object.assign(pullRequest, changed);
    if (changed.isOpen) this.#announce(pullRequest.headSha);
  }

  get #pullRequest() {
    return { repository: REPOSITORY, number: this.#number };
  }

  #current() {
    return this.#world.changes.pullRequests.find(({ number }) => number === this.#number);
  }

  #announce(sha: string): void {
    this.#events.push(sha);
    if (this.#isStormy && this.#random() < 0.2) this.#events.push(sha);
  }

  async #deliverEvent(): Promise<void> {
    const headSha = this.#take(this.#events);
    if (headSha === undefined) return;
    const { connectedOrgId } = this.#world;
    const request = { kind: "pull_request", number: this.#number, headSha } as const;
    await requestCheck(this.#context(this.#queue()), { connectedOrgId, platformId: REPOSITORY, request });
  }

  /** Loses and repeats messages during the storm. */
  #queue(): Context["ports"]["queue"] {
    return {
      send: async (messages) => {
        for (const message of messages) {
          const roll = this.#isStormy ? this.#random() : 1;
          if (roll > 0.2) this.#put(message);
          if (roll > 0.2 && roll < 0.35) this.#put(message);
        }
      },
    };
  }

  #put(message: ScanMessage): void {
    this.#sent += 1;
    this.#messages.push({ id: String(this.#sent), message });
  }

  #context(queue: Context["ports"]["queue"]): Context {
    const { ctx } = this.#world.tenant;
    return { ...ctx, ports: { ...ctx.ports, queue } };
  }

  #startWorker(): void {
    const envelope = this.#take(this.#messages);
    if (envelope?.message.kind !== "check-change") return;
    const { id, message } = envelope;
    const work = async (gate: Gate): Promise<void> => {
      try {
        await runCheck({ ...this.#workerContext(gate), requestId: id }, message);
      } catch (error) {
        this.#messages.push(envelope);
        throw error;
      }
    };
    this.#processes.push(startProcess({ name: "worker" }, work));
  }

  /** Every transaction and every call to the host waits for its turn. A worker that crashed does nothing more. */
  #workerContext(gate: Gate): Context {
    let isCrashed = false;
    const maybeCrash = (): void => {
      isCrashed ||= this.#isStormy && this.#random() < 0.02;
      if (isCrashed) throw new Crash();
    };
    const call = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
      if (!isCrashed) await gate(what);
      maybeCrash();
      const result = await work();
      maybeCrash();
      return result;
    };
    const base = this.#context(this.#queue());
    const { database, ports } = base;
    const transaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
      call("a transaction", () => database.transaction(work));
    return {
      ...base,
      database: new Proxy(database, {
        get: (target, property) =>
          property === "transaction" ? transaction : (Reflect.get(target, property) as unknown),
      }),
      ports: {
        ...ports,
        queue: { send: (messages) => call("the queue", () => ports.queue.send(messages)) },
        openGitHost: (access) => this.#gatedHost(ports.openGitHost(access), call),
      },
    };
  }

  #gatedHost(host: GitHost, call: <T>(what: string, work: () => Promise<T>) => Promise<T>): GitHost {
    const { changes } = host;
    if (!changes) return host;
    const gated = Object.entries(changes).map(([name, value]: [string, unknown]) => {
      if (typeof value !== "function") return [name, value];
      const gatedCall = (...args: unknown[]) =>
        call(name, async () => {
          this.#maybeRefuse();
          return (await Reflect.apply(value, changes, args)) as unknown;
        });
      return [name, gatedCall];
    });
    return { ...host, changes: Object.fromEntries(gated) as typeof changes };
  }

  #maybeRefuse(): void {
    const roll = this.#isStormy ? this.#random() : 1;
    if (roll < 0.03) throw new HostBusyError(new Date(this.#world.tenant.ctx.now().getTime() + 30_000));
    if (roll < 0.05) throw new HostUnreachableError("The host does not answer.");
  }

  /** In the end every head has one conclusion, and the comment is that of the last head. */
  async findViolations(): Promise<string[]> {
    const { tenant, changes } = this.#world;
    const rows = await inWorkspace(tenant.ctx, (tx) =>
      tx
        .select()
        .from(changeCheck)
        .where(and(eq(changeCheck.number, this.#number), eq(changeCheck.kind, "pull_request"))),
    );
    const violations: string[] = [];
    for (const { headSha, status, conclusion, leaseUntil } of rows) {
      const last = changes.reports.get(headSha)?.at(-1);
      if (status === "pending" || leaseUntil !== null) violations.push(`${headSha} is ${status}`);
      if (last === undefined) violations.push(`${headSha} has no report`);
      else if (last.conclusion !== conclusion)
        violations.push(`${headSha} shows ${last.conclusion}, not ${conclusion}`);
    }
    const current = this.#current();
    const head = rows.find(({ headSha }) => headSha === current?.headSha);
    if (!head || head.status === "superseded")
      violations.push(`the last head is ${head?.status ?? "unknown"}`);
    const comments = changes.comments.filter(({ number }) => number === this.#number);
    const isWanted = head?.result ? deservesComment(head.result) : false;
    if (comments.length !== (isWanted ? 1 : 0)) violations.push(`there are ${comments.length} comments`);
    const input = this.#heads.get(current?.headSha ?? "") ?? "";
    const [comment] = comments;
    const isOfHead =
      input === "name" ? /Nothing/.test(comment?.text ?? "") : comment?.text.includes(`"${input}"`);
    if (comment && isOfHead !== true) violations.push(`the comment is not about ${input}`);
    return violations;
  }

  #pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.#random() * from.length)];
  }

  #take<T>(from: T[]): T | undefined {
    return from.splice(Math.floor(this.#random() * from.length), 1)[0];
  }
}
