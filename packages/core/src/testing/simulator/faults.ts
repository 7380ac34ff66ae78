import type { Random } from "../random.ts";

/** The error of a dependency that a fault strikes. */
export class SimulatedFailure extends Error {
  constructor(kind: Fault) {
    super(`A simulated ${kind}.`);
  }
}

export interface Faults {
  /** Called at every point where a process can crash. */
  dies(): boolean;
  strikes(kind: Exclude<Fault, "crash">): boolean;
  /** Stops all faults. */
  clear(): void;
  /** Number of times each kind struck. */
  readonly struck: ReadonlyMap<Fault, number>;
  /** No enabled fault can interrupt a scan. */
  readonly isGentle: boolean;
  /** No time passes while processes work, so no lease expires before its holder ends. */
  readonly isPrompt: boolean;
  readonly isClear: boolean;
}

export function randomFaults(random: Random, drawn: Weather): Faults {
  let isClear = false;
  const struck = new Map<Fault, number>();
  const strikes = (kind: Fault): boolean => {
    const isStruck = !isClear && drawn[kind] > 0 && random() < drawn[kind];
    if (isStruck) struck.set(kind, (struck.get(kind) ?? 0) + 1);
    return isStruck;
  };
  return {
    strikes,
    struck,
    dies: () => strikes("crash"),
    clear() {
      isClear = true;
    },
    get isClear() {
      return isClear;
    },
    isPrompt: drawn.slowness === 0,
    isGentle: INTERRUPTING.every((kind) => drawn[kind] === 0),
  };
}

/** Returns faults with a single crash, at the n-th point where a process can crash, counted from 1. */
export function crashAt(n: number): Faults {
  let points = 0;
  const struck = new Map<Fault, number>();
  return {
    struck,
    strikes: () => false,
    dies() {
      points += 1;
      if (points === n) struck.set("crash", 1);
      return points === n;
    },
    clear() {},
    isClear: false,
    isPrompt: true,
    isGentle: false,
  };
}

/** How likely each kind of trouble is: per call of a dependency, per message, per step. */
export interface Weather {
  /** A process dies before or after a call, or before a commit. */
  crash: number;
  /** A message is stored twice. */
  duplicate: number;
  /** A message is delivered minutes late. */
  delay: number;
  /** A worker receives a message and never starts. The message is redelivered after its visibility timeout. */
  drop: number;
  /** A message is lost. */
  loss: number;
  /** The queue, the blob store, the git host or the extractor rejects a call. */
  queueFailure: number;
  blobFailure: number;
  hostFailure: number;
  extractorFailure: number;
  /** The host is busy, refuses the credential, cannot read a repository or returns an incomplete listing. */
  busy: number;
  refusal: number;
  unreadable: number;
  incomplete: number;
  /** Minutes pass while processes work. */
  slowness: number;
  /** Every attempt to read a repository crashes the process. */
  poison: number;
  /** The rate counter is unavailable. Only applies to schedules with adapters. */
  counterFailure: number;
}

export type Fault = keyof Weather;

const WORST: Weather = {
  crash: 0.05,
  duplicate: 0.1,
  delay: 0.2,
  drop: 0.2,
  loss: 0.1,
  queueFailure: 0.1,
  blobFailure: 0.5,
  hostFailure: 0.2,
  extractorFailure: 0.4,
  busy: 0.2,
  refusal: 0.03,
  unreadable: 0.2,
  incomplete: 0.2,
  slowness: 0.05,
  poison: 0.4,
  counterFailure: 0.5,
};

/** The faults that can interrupt a scan. */
export const INTERRUPTING: readonly Fault[] = [
  "crash",
  "drop",
  "loss",
  "queueFailure",
  "blobFailure",
  "hostFailure",
  "extractorFailure",
  "slowness",
  "poison",
];

export const FAULTS = Object.keys(WORST) as Fault[];

/** Weather without faults. */
export const FINE = Object.fromEntries(FAULTS.map((kind) => [kind, 0])) as Record<Fault, 0>;

const CALM_PROBABILITY = 0.25;
const FAULT_PROBABILITY = 0.4;

/** Draws the rate of each fault. Most schedules have few kinds of faults, so that one does not mask another. `certain` has its highest rate. */
export function drawWeather(random: Random, certain?: Fault): Weather {
  const isCalm = random() < CALM_PROBABILITY;
  const weather = { ...WORST };
  for (const kind of FAULTS) {
    const isOn = random() < FAULT_PROBABILITY;
    const isAllowed = !(isCalm && INTERRUPTING.includes(kind));
    weather[kind] = isOn && isAllowed ? (WORST[kind] * (1 + 3 * random())) / 4 : 0;
  }
  if (certain) weather[certain] = WORST[certain];
  return weather;
}
