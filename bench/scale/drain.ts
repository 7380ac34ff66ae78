import type { postgresQueue } from "@knockon/adapters/queue/postgres";
import { progressBar } from "@knockon/cli/output/progress-bar";
import type { Context } from "@knockon/core/context";
import { handleMessage } from "@knockon/core/scan/handle-message";
import type { Extractor } from "@knockon/extract/isolate/extractor";
import type { Work } from "./worker-process.ts";

export type Drained = Pick<Work, "repositories" | "publishes">;

/** Handles messages until the queue is empty. A message's time includes receiving and deleting it. */
export async function drain(
  ctx: Context,
  queue: ReturnType<typeof postgresQueue>,
  extractor: TimedExtractor,
  expected: number,
): Promise<Drained> {
  const repositories: Drained["repositories"] = [];
  const publishes: number[] = [];
  const progress = progressBar();
  const handleNext = () =>
    timed(async () => {
      const received = await queue.receive();
      if (received) await handleMessage(ctx, received.message);
      await received?.delete();
      return received?.message.kind;
    });
  for (;;) {
    const { result: kind, milliseconds: total } = await handleNext();
    if (kind === undefined) break;
    if (kind === "scan-repository") repositories.push({ total, extraction: extractor.take() });
    if (kind === "finish-scan") publishes.push(total);
    if (expected > 1) progress.update(repositories.length, expected, kind);
  }
  progress.end();
  return { repositories, publishes };
}

export interface TimedExtractor extends Extractor {
  /** Milliseconds of all extractions since the last call. */
  take(): number;
}

/** Measures the time of an extractor. */
export function timedExtractor(extractor: Extractor): TimedExtractor {
  let spent = 0;
  return {
    ...extractor,
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
  };
}

export async function timed<T>(work: () => Promise<T>): Promise<{ result: T; milliseconds: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, milliseconds: performance.now() - startedAt };
}
