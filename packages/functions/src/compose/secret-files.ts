import { readFileSync } from "node:fs";

/** Settings whose value can be in the file named by `<name>_FILE`, as Docker and Kubernetes mount secrets. */
export const SECRETS = [
  "DATABASE_URL",
  "ENCRYPTION_KEYS",
  "GITHUB_APP_CLIENT_SECRET",
  "GITHUB_APP_PRIVATE_KEY",
  "GITHUB_APP_WEBHOOK_SECRET",
  "GITHUB_CLIENT_SECRET",
  "GITLAB_CLIENT_SECRET",
  "METRICS_TOKEN",
  "SESSION_SECRET",
  "SMTP_URL",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
] as const;

/**
 * Returns the environment with the secrets that are in files, without the line break at their end. Throws for a file that cannot be
 * read and for a secret that is set in both ways.
 */
export function readSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read = { ...env };
  for (const name of SECRETS) {
    const file = env[`${name}_FILE`] || undefined;
    if (file === undefined) continue;
    if (env[name]) throw new Error(`Set either ${name} or ${name}_FILE.`);
    try {
      read[name] = readFileSync(file, "utf8").trimEnd();
    } catch (error) {
      throw new Error(`Cannot read ${name}_FILE: ${(error as Error).message}`, { cause: error });
    }
  }
  return read;
}
