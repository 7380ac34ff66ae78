import type { postgresQueue } from "@knockon/adapters/queue/postgres";
import { progressBar } from "@knockon/cli/output/progress-bar";
import type { Context } from "@knockon/core/context";
import { handleMessage } from "@knockon/core/scan/handle-message";
import { timed, type TimedExtractor } from "./timed-extractor.ts";
import type { Work } from "./worker-protocol.ts";

export type Drained = Pick<Work, "repositories" | "publishes">;

/** Works on the queue until it is empty. A message takes from its receipt to its deletion. */
export async function drain(
  ctx: Context,
  queue: ReturnType<typeof postgresQueue>,
  extractor: TimedExtractor,
  expected: number,
): Promise<Drained> {
  const repositories: Drained["repositories"] = [];
  const publishes: number[] = [];
  const progress = progressBar();
  const workOnOne = () =>
    timed(async () => {
      const received = await queue.receive();
      if (received) await handleMessage(ctx, received.message);
      await received?.delete();
      return received?.message.kind;
    });
  for (;;) {
    const { result: kind, milliseconds: total } = await workOnOne();
    if (kind === undefined) break;
    if (kind === "scan-repository") repositories.push({ total, extraction: extractor.take() });
    if (kind === "finish-scan") publishes.push(total);
    if (expected > 1) progress.update(repositories.length, expected, kind);
  }
  progress.end();
  return { repositories, publishes };
}
