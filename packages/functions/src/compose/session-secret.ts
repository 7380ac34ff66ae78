const MIN_LENGTH = 32;

/** What sessions are signed with; undefined where there are none. Throws for one that could be guessed, without repeating it. */
export function parseSessionSecret(env: NodeJS.ProcessEnv): string | undefined {
  const secret = env["SESSION_SECRET"] || undefined;
  if (secret !== undefined && secret.length < MIN_LENGTH)
    throw new Error(`SESSION_SECRET has fewer than ${MIN_LENGTH} characters.`);
  return secret;
}
