import { installableApp } from "@knockon/adapters/git-host/github/installable-app";
import { openGitHost } from "@knockon/adapters/git-host/open-git-host";
import { noPayments } from "@knockon/adapters/payments/none";
import type { SharedContext } from "@knockon/api/serve-route";
import type { BlobStore } from "@knockon/core/ports/blob-store";
import type { SendMail } from "@knockon/core/ports/mail";
import type { Payments } from "@knockon/core/ports/payments";
import type { Queue } from "@knockon/core/ports/queue";
import { connectNeon } from "@knockon/db/connect/neon";
import type { Extractor } from "@knockon/extract/isolate/extractor";
import { parseHostSettings } from "./host-settings.ts";
import { jsonLogger } from "./logger.ts";
import { ownershipSetting } from "./ownership-setting.ts";
import { required } from "./required.ts";

/** A Lambda's memory decides its CPUs; one worker reads one repository. */
const THREADS = 1;

/**
 * Every port in the cloud, once per container. A function gets in its environment only what it is granted; AWS clients
 * and parsers are loaded at their first use, so a read of the database never pays for them; the payment processor is given, so that
 * only the bundles of those who ask it have its SDK.
 */
export function composeAws(env: NodeJS.ProcessEnv, payments: Payments = noPayments): SharedContext {
  const hosts = parseHostSettings(env);
  const { allowedHosts, encryptionKeys, githubApp, githubAppSetup, githubAppWebhookSecret } = hosts;
  return {
    database: connectNeon(required(env, "DATABASE_URL"), env["NEON_WS_PROXY"]).database,
    ports: {
      queue: lazyQueue(env),
      blobStore: lazyBlobStore(env),
      openGitHost: openGitHost({
        localOrgRoots: env["LOCAL_ORG_ROOTS"]?.split(":") ?? [],
        allowedHosts,
        // Tenants share the App, and anybody can write down a number: unless recorded or granted, nobody uses one. See docs/deploy.md.
        githubApp: githubApp && { ...githubApp, granted: githubApp.granted ?? new Set() },
      }),
      extractor: lazyExtractor(),
      encryptionKeys: encryptionKeys ?? new Map(),
      sendMail: lazyMail(env),
      githubApp: githubAppSetup && installableApp(githubAppSetup, hosts),
      githubAppWebhookSecret,
      payments,
    },
    settings: {
      appUrl: env["APP_URL"] ?? "",
      billingEnforced: env["BILLING_ENFORCED"] === "true",
      ownership: ownershipSetting(env),
    },
    now: () => new Date(),
    log: jsonLogger(),
  };
}

function lazyQueue(env: NodeJS.ProcessEnv): Queue {
  let opened: Promise<Queue> | undefined;
  const open = async (): Promise<Queue> => {
    const { sqsQueue } = await import("@knockon/adapters/queue/sqs");
    return sqsQueue(required(env, "SCAN_QUEUE_URL"));
  };
  return { send: async (messages, delaySeconds) => (await (opened ??= open())).send(messages, delaySeconds) };
}

function lazyBlobStore(env: NodeJS.ProcessEnv): BlobStore {
  let opened: Promise<BlobStore> | undefined;
  const open = async (): Promise<BlobStore> => {
    const { s3BlobStore } = await import("@knockon/adapters/blob-store/s3");
    return s3BlobStore(required(env, "BLOB_BUCKET"), {
      forcePathStyle: env["AWS_ENDPOINT_URL_S3"] !== undefined,
    });
  };
  return {
    put: async (key, bytes) => (await (opened ??= open())).put(key, bytes),
    get: async (key) => (await (opened ??= open())).get(key),
    async *list(prefix) {
      yield* (await (opened ??= open())).list(prefix);
    },
    delete: async (key) => (await (opened ??= open())).delete(key),
  };
}

function lazyMail(env: NodeJS.ProcessEnv): SendMail {
  let opened: Promise<SendMail> | undefined;
  const open = async (): Promise<SendMail> => {
    const { sesMail } = await import("@knockon/adapters/mail/ses");
    return sesMail(required(env, "MAIL_SENDER"));
  };
  return async (mail) => (await (opened ??= open()))(mail);
}

function lazyExtractor(): Extractor {
  let opened: Promise<Extractor> | undefined;
  const open = async (): Promise<Extractor> => {
    const { createExtractor } = await import("@knockon/extract/isolate/extractor");
    return createExtractor(THREADS);
  };
  return {
    extract: async (repository, snapshot) => (await (opened ??= open())).extract(repository, snapshot),
    close: async () => (await opened)?.close(),
  };
}
