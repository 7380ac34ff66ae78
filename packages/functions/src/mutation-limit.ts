export const MUTATION_LIMIT_SETTING = "RATELIMIT_AUTHENTICATED_MUTATIONS";

const DEFAULT = "60";

/** How many mutations a minute each key may make; undefined for what is no such number. */
export function parseMutationLimit(env: NodeJS.ProcessEnv): number | undefined {
  const text = env[MUTATION_LIMIT_SETTING] || DEFAULT;
  return /^[1-9]\d{0,6}$/u.test(text) ? Number(text) : undefined;
}
