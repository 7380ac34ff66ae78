import type { Random } from "../random.ts";

/** How likely each kind of trouble is: per call of a dependency, per message, per step. */
export interface Weather {
  /** A process dies before or after a call, or before a commit. */
  crash: number;
  /** A message is stored twice. */
  duplicate: number;
  /** A message comes minutes late. */
  delay: number;
  /** A message is taken by somebody who never begins; it comes again when its visibility ends. */
  drop: number;
  /** A message is gone for good. */
  loss: number;
  /** The queue, the blob store, the git host or the extractor rejects a call. */
  queueFailure: number;
  blobFailure: number;
  hostFailure: number;
  extractorFailure: number;
  /** The host asks for a pause, refuses the credential, cannot read a repository, keeps some of a listing back. */
  busy: number;
  refusal: number;
  unreadable: number;
  incomplete: number;
  /** Minutes pass while processes are at work. */
  slowness: number;
  /** Reading a repository ends the process, whenever it is tried. */
  poison: number;
  /** Nobody answers who counts mutations; only where a schedule runs over adapters. */
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

/** Which interrupt a scan at their worst. Without any of them no scan is ever interrupted. */
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

/** Nothing happens. */
export const FINE = Object.fromEntries(FAULTS.map((kind) => [kind, 0])) as Record<Fault, 0>;

const CALM = 0.25;
const KIND_IS_ON = 0.4;

/** Each kind of trouble is absent from most schedules, so that none hides what another would show; `certain` is there at its worst. */
export function drawWeather(random: Random, certain?: Fault): Weather {
  const isCalm = random() < CALM;
  const weather = { ...WORST };
  for (const kind of FAULTS) {
    const isOn = random() < KIND_IS_ON;
    const isAllowed = !(isCalm && INTERRUPTING.includes(kind));
    weather[kind] = isOn && isAllowed ? (WORST[kind] * (1 + 3 * random())) / 4 : 0;
  }
  if (certain) weather[certain] = WORST[certain];
  return weather;
}
