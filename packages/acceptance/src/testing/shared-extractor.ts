import { CONFINED_PARSERS } from "@knockon/extract/isolate/confinement";
import { createExtractor } from "@knockon/extract/isolate/extractor";

const THREADS = 2;
const IDLE_MS = 10 * 60_000;

/**
 * One extractor for all services of a test process, which is never closed. Starting a thread takes a third of a second of
 * processor time; its idle threads do not keep the process alive.
 */
export const sharedExtractor = createExtractor(THREADS, { ...CONFINED_PARSERS, idleMs: IDLE_MS });
