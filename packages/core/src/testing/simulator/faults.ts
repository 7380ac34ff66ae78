import type { Random } from "../random.ts";
import { INTERRUPTING, type Fault, type Weather } from "./weather.ts";

/** What a dependency rejects with when a fault strikes it. */
export class SimulatedFailure extends Error {
  constructor(kind: Fault) {
    super(`A simulated ${kind}.`);
  }
}

export interface Faults {
  /** Asked at every point at which a process can die. */
  dies(): boolean;
  strikes(kind: Exclude<Fault, "crash">): boolean;
  /** From now on nothing happens. */
  clear(): void;
  /** How often each kind struck. */
  readonly struck: ReadonlyMap<Fault, number>;
  /** Nothing that happened, or could have, interrupts a scan. */
  readonly isGentle: boolean;
  /** No time passes while processes are at work, so no lease ends before its holder does. */
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

/** One crash in fine weather, at the n-th point at which a process can die, counted from 1. */
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
