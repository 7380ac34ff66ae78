import { dynamodbRateCounter } from "@knockon/adapters/rate-counter/dynamodb";
import type { MutationLimit } from "@knockon/api/limit-mutations";
import { MUTATION_LIMIT_SETTING, parseMutationLimit } from "../../mutation-limit.ts";
import { required } from "../required.ts";

/** No caller's: what starts counts as this. */
const STARTING = "starting";
const NO_LIMIT = 1_000_000;

/**
 * The limit of a container that serves mutations. It has counted once: the first count opens the connection and loads
 * code, for longer than any request waits.
 */
export async function composeMutationLimit(env: NodeJS.ProcessEnv): Promise<MutationLimit> {
  const perMinute = parseMutationLimit(env);
  if (perMinute === undefined) throw new Error(`${MUTATION_LIMIT_SETTING} is no number from 1 to 9999999.`);
  const counter = dynamodbRateCounter(required(env, "RATE_LIMIT_TABLE"));
  // An outage is told by the counts that follow, and keeps nothing from starting.
  await counter.count(STARTING, new Date(), NO_LIMIT).catch(() => {});
  return { counter, perMinute };
}
