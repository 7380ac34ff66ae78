import { runPhases, type Explained, type ScaleRun } from "./phases.ts";
import { presentScale } from "./present-scale.ts";
import { withServer } from "./server.ts";
import { isSequential } from "./plans.ts";

interface Options {
  json: boolean;
  seed: number;
  repositories: number;
  reads: boolean;
}

export interface ScaleResult {
  seed: number;
  /** A tenth of the organization, to compare the cost per repository. */
  small: ScaleRun;
  large: ScaleRun;
}

const PUSHES = 100;
const EXPLAINED: Explained[] = ["first scan", "push"];

/** Exits with 1 if a push scans a tenant table sequentially. */
export async function scaleBench({ json, seed, repositories, reads }: Options): Promise<string> {
  const result = await withServer(async (server): Promise<ScaleResult> => {
    const fewer = { seed, repositories: Math.round(repositories / 10) };
    const small = await runPhases(server, fewer, { pushes: PUSHES, explained: [] });
    const explained = [...EXPLAINED, ...(reads ? ["read" as const] : [])];
    const large = await runPhases(server, { seed, repositories }, { pushes: PUSHES, explained });
    return { seed, small, large };
  });
  if (result.large.plans.push?.some((plan) => plan.reads.some(isSequential))) process.exitCode = 1;
  return json ? `${JSON.stringify(result, null, 2)}\n` : presentScale(result);
}
