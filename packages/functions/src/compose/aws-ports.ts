import { s3BlobStore } from "@knockon/adapters/blob-store/s3";
import { installableApp } from "@knockon/adapters/git-host/github/installable-app";
import { openGitHost } from "@knockon/adapters/git-host/open-git-host";
import { sesMail } from "@knockon/adapters/mail/ses";
import { sqsQueue } from "@knockon/adapters/queue/sqs";
import { dynamodbRateCounter } from "@knockon/adapters/rate-counter/dynamodb";
import type { MutationLimit } from "@knockon/api/limit-mutations";
import { createExtractor } from "@knockon/extract/isolate/extractor";
import type { ComposePort } from "./aws.ts";
import { parseHostSettings, parseMutationLimit, required } from "./settings.ts";

// A function's entry imports only the ports it needs. Tree shaking drops the others and their SDKs from its bundle.

export const composeQueue: ComposePort = (env) => ({ queue: sqsQueue(required(env, "SCAN_QUEUE_URL")) });

export const composeBlobStore: ComposePort = (env) => ({
  blobStore: s3BlobStore(required(env, "BLOB_BUCKET"), {
    // S3 emulators have no host name per bucket.
    forcePathStyle: env["AWS_ENDPOINT_URL_S3"] !== undefined,
  }),
});

/** Without keys, credentials cannot be stored. */
export const composeEncryptionKeys: ComposePort = (env) => ({
  encryptionKeys: parseHostSettings(env).encryptionKeys ?? new Map(),
});

/** Lambda's memory setting decides its CPUs, and a worker reads one repository at a time. */
const EXTRACTOR_THREADS = 1;

export const composeExtractor: ComposePort = () => ({ extractor: createExtractor(EXTRACTOR_THREADS) });

/**
 * Tenants share the GitHub App, and installation IDs are easy to guess. So a workspace may only use installations that it
 * recorded or that the deployment granted to it. See docs/deploy.md.
 */
export const composeGitHosts: ComposePort = (env) => {
  const { allowedHosts, githubApp } = parseHostSettings(env);
  return {
    openGitHost: openGitHost({
      localOrgRoots: env["LOCAL_ORG_ROOTS"]?.split(":") ?? [],
      allowedHosts,
      githubApp: githubApp && { ...githubApp, granted: githubApp.granted ?? new Set() },
    }),
  };
};

export const composeGithubApp: ComposePort = (env) => {
  const hosts = parseHostSettings(env);
  return { githubApp: hosts.githubAppSetup && installableApp(hosts.githubAppSetup, hosts) };
};

export const composeAppEvents: ComposePort = (env) => ({
  githubAppWebhookSecret: parseHostSettings(env).githubAppWebhookSecret,
});

export const composeMail: ComposePort = (env) => ({ sendMail: sesMail(required(env, "MAIL_SENDER")) });

/** Counted under this name, which no caller has. */
const STARTING = "starting";
const NO_LIMIT = 1_000_000;

/**
 * Composes the limit of a container that serves mutations. Counts once, because the first count opens the connection and loads
 * code, which takes longer than a request waits for its count.
 */
export async function composeMutationLimit(env: NodeJS.ProcessEnv): Promise<MutationLimit> {
  const perMinute = parseMutationLimit(env);
  const counter = dynamodbRateCounter(required(env, "RATE_LIMIT_TABLE"));
  // Later counts report an outage. It must not keep the container from starting.
  await counter.count(STARTING, new Date(), NO_LIMIT).catch(() => {});
  return { counter, perMinute };
}
