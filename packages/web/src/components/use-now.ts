import { useSyncExternalStore } from "react";

const TICK_MS = 15_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
}

const currentTick = (): number => Math.ceil(Date.now() / TICK_MS) * TICK_MS;

/** The time, to a quarter of a minute; what is shown of it moves on by itself. */
export const useNow = (): Date => new Date(useSyncExternalStore(subscribe, currentTick));
