import type { Extractor } from "@knockon/extract/isolate/extractor";

export interface TimedExtractor extends Extractor {
  /** Milliseconds of all extractions since the last call. */
  take(): number;
}

/** The same extractor with a stopwatch. */
export function timedExtractor(extractor: Extractor): TimedExtractor {
  let spent = 0;
  return {
    async extract(repository, snapshot) {
      const { result, milliseconds } = await timed(() => extractor.extract(repository, snapshot));
      spent += milliseconds;
      return result;
    },
    take() {
      const taken = spent;
      spent = 0;
      return taken;
    },
    close: () => extractor.close(),
  };
}

export async function timed<T>(work: () => Promise<T>): Promise<{ result: T; milliseconds: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, milliseconds: performance.now() - startedAt };
}
