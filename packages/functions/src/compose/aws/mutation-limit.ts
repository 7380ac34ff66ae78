import { dynamodbRateCounter } from "@knockon/adapters/rate-counter/dynamodb";
import type { MutationLimit } from "@knockon/api/limit-mutations";
import { MUTATION_LIMIT_SETTING, parseMutationLimit, required } from "../settings.ts";

/** Key of the first count, which belongs to no caller. */
const STARTING = "starting";
const NO_LIMIT = 1_000_000;

/**
 * Creates the rate limit of a container that serves mutations. It counts once at the start, because the first count opens
 * the connection and loads code, which takes longer than a request may wait.
 */
export async function composeMutationLimit(env: NodeJS.ProcessEnv): Promise<MutationLimit> {
  const perMinute = parseMutationLimit(env);
  if (perMinute === undefined)
    throw new Error(`${MUTATION_LIMIT_SETTING} is invalid. Choose a number from 1 to 9999999.`);
  const counter = dynamodbRateCounter(required(env, "RATE_LIMIT_TABLE"));
  // An outage does not prevent the start; later counts log it.
  await counter.count(STARTING, new Date(), NO_LIMIT).catch(() => {});
  return { counter, perMinute };
}
