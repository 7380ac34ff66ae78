import type { Database } from "@knockon/db/database";
import type { Context } from "../../context.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { Queue, ScanMessage } from "../../ports/queue.ts";
import { seeded, type Random } from "../random.ts";
import { openTestWorkspace } from "../test-workspace.ts";
import { randomFaults, type Faults } from "./faults.ts";
import { drawWeather, type Fault } from "./weather.ts";
import { Names } from "./names.ts";
import type { Process } from "./process.ts";
import { ScanLedger } from "./scan-ledger.ts";
import { simulatedGitHost } from "./simulated-git-host.ts";
import { SimulatedQueue } from "./simulated-queue.ts";
import { Violation } from "./violation.ts";
import { World } from "./world.ts";

/** What one schedule may be told instead of drawing it. */
export interface Script {
  /** In place of drawn weather. */
  faults?: Faults;
  /** Of drawn weather, what is there for certain, at its worst. */
  certain?: Fault;
  /** Repositories of each org, in place of drawn ones. */
  sizes?: readonly number[];
  /** No storm: the world stands still and the user does nothing after the first trigger. */
  isQuiet?: boolean;
  /** Whether histories are read, in place of a draw. */
  hasHistories?: boolean;
  /** The user cancels at this step of those that are taken while a scan is in flight. */
  cancelAt?: number;
  /** In place of the memory. */
  adapters?: SimulatedAdapters;
}

/** Adapters whose other end is simulated, or lost. */
export interface SimulatedAdapters {
  blobStore: BlobStore;
  /** The same where nobody answers. */
  lostBlobStore: BlobStore;
  /** A queue whose messages arrive at `take`, unless it says that this one is refused. */
  openQueue: (take: (message: ScanMessage, delaySeconds: number) => boolean) => Queue;
  /** Does what a mutation asks for once it is counted, or once nobody answers who counts. */
  admit: (isCounterLost: boolean, work: () => Promise<unknown>) => Promise<void>;
}

/** All that one schedule consists of; each has a workspace of its own. */
export interface Simulation {
  seed: number;
  random: Random;
  faults: Faults;
  script: Script;
  world: World;
  queue: SimulatedQueue;
  names: Names;
  ledger: ScanLedger;
  /** The outside as it is without faults; processes get theirs from `processContext`. */
  ctx: Context;
  processes: Process[];
  /** As in `world.orgs`. */
  orgIds: string[];
  isWorldStill: boolean;
  sweepEvery: number;
  nextSweepAt: number;
  steps: { taken: number };
  stepsInFlight: number;
  /** By platform id, the step of the last push that was accepted. */
  told: Map<string, number>;
  /** By full path, whether reading it ends the process, of those that were tried. */
  poisonous: Map<string, boolean>;
  /** Platform id and commit of histories whose host failed, or that were gone by then. */
  failedHistories: Set<string>;
  now(): number;
  advance(milliseconds: number): void;
  log(line: string): void;
  violate(what: string): never;
}

const HISTORIES_ARE_READ = 0.6;
const BEGINNING = Date.UTC(2026, 0, 1);

export async function openSimulation(
  database: Database,
  seed: number,
  script: Script,
  log: string[],
): Promise<Simulation> {
  const random = seeded(seed);
  const faults = script.faults ?? randomFaults(random, drawWeather(random, script.certain));
  const { ctx, advance } = await openTestWorkspace(database);
  ctx.settings.ownership = (script.hasHistories ?? random() < HISTORIES_ARE_READ) ? "signal" : "off";
  ctx.ports.encryptionKeys = new Map([[1, Buffer.alloc(32)]]);
  const now = () => ctx.now().getTime();
  const steps = { taken: 0 };
  const world = new World(random, () => steps.taken, script.sizes);
  const urlOf = (name: string) => `https://github.com/${name}`;
  ctx.ports.openGitHost = ({ url }) =>
    simulatedGitHost(
      world.orgs.find((org) => urlOf(org.name) === url),
      url,
    );
  if (script.adapters) ctx.ports.blobStore = script.adapters.blobStore;
  const simulation: Simulation = {
    seed,
    random,
    faults,
    script,
    world,
    queue: new SimulatedQueue(now, random, faults),
    names: new Names(database),
    ledger: new ScanLedger(() => simulation),
    ctx,
    processes: [],
    orgIds: [],
    isWorldStill: false,
    sweepEvery: (2 + Math.floor(random() * 4)) * 60_000,
    nextSweepAt: 0,
    steps,
    stepsInFlight: 0,
    told: new Map(),
    poisonous: new Map(),
    failedHistories: new Set(),
    now,
    advance,
    log: (line) => log.push(`${String(steps.taken).padStart(5)} ${clock(now() - BEGINNING)} ${line}`),
    violate(what) {
      throw new Violation(seed, what, log);
    },
  };
  return simulation;
}

const clock = (elapsed: number): string => new Date(elapsed).toISOString().slice(11, 19);
