import type { Database } from "@knockon/db/database";
import type { Context } from "../../context.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { Queue, ScanMessage } from "../../ports/queue.ts";
import { seeded, type Random } from "../random.ts";
import { openTestWorkspace } from "../test-workspace.ts";
import { drawWeather, type Fault, type Faults, randomFaults } from "./faults.ts";
import { Names } from "./names.ts";
import type { Process } from "./process.ts";
import { ScanLedger } from "./scan-ledger.ts";
import { simulatedGitHost } from "./simulated-host.ts";
import { SimulatedQueue } from "./simulated-queue.ts";
import { World } from "./world.ts";

/** Overrides what a schedule otherwise draws at random. */
export interface Script {
  /** Replaces random faults. */
  faults?: Faults;
  /** A fault that occurs at its highest rate. */
  certain?: Fault;
  /** Number of repositories per org. */
  sizes?: readonly number[];
  /** Skips the storm: nothing changes and the user does nothing after the first trigger. */
  isQuiet?: boolean;
  /** Whether histories are read. */
  hasHistories?: boolean;
  /** The user cancels at this step, counted while a scan is in flight. */
  cancelAt?: number;
  /** Replaces the in-memory ports. */
  adapters?: SimulatedAdapters;
}

/** Real adapters connected to simulated or unavailable services. */
export interface SimulatedAdapters {
  blobStore: BlobStore;
  /** A blob store whose service is unavailable. */
  lostBlobStore: BlobStore;
  /** Opens a queue that passes messages to `take`, which returns false to reject one. */
  openQueue: (take: (message: ScanMessage, delaySeconds: number) => boolean) => Queue;
  /** Runs a mutation after the rate limit counted it or was unavailable. */
  admit: (isCounterLost: boolean, work: () => Promise<unknown>) => Promise<void>;
}

/** The state of one schedule, which has its own workspace. */
export interface Simulation {
  seed: number;
  random: Random;
  faults: Faults;
  script: Script;
  world: World;
  queue: SimulatedQueue;
  names: Names;
  ledger: ScanLedger;
  /** The context without faults. Processes use `processContext`. */
  ctx: Context;
  processes: Process[];
  /** In the order of `world.orgs`. */
  orgIds: string[];
  isWorldStill: boolean;
  sweepEvery: number;
  nextSweepAt: number;
  steps: { taken: number };
  stepsInFlight: number;
  /** The step of the last accepted webhook, by platform ID. */
  acceptedPushes: Map<string, number>;
  /** Whether reading a repository crashes the process, by full path. */
  poisonous: Map<string, boolean>;
  /** Platform ID and commit of histories that the host failed to return. */
  failedHistories: Set<string>;
  now(): number;
  advance(milliseconds: number): void;
  log(line: string): void;
  violate(invariant: string): never;
}

/** An invariant that a schedule violated. */
export class Violation extends Error {
  readonly seed: number;
  readonly log: readonly string[];
  constructor(seed: number, what: string, log: readonly string[]) {
    super(`seed ${seed}: ${what}\nTo reproduce: npm run simulate -- --seed ${seed} --schedules 1`);
    this.seed = seed;
    this.log = log;
  }
}

const HISTORIES_PROBABILITY = 0.6;
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
  ctx.settings.ownership = (script.hasHistories ?? random() < HISTORIES_PROBABILITY) ? "signal" : "off";
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
    acceptedPushes: new Map(),
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
