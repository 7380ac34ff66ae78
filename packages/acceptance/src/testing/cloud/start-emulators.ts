import { randomBytes } from "node:crypto";
import { startDynamodb } from "@knockon/adapters/testing/dynamodb";
import { SENDER, startFakeSes } from "@knockon/adapters/testing/fake-ses";
import { testConfig } from "@knockon/adapters/testing/test-config";
import { startFauxqs } from "fauxqs";
import { ALLOWED_ORIGIN } from "../allowed-origin.ts";
import { startPostgresProxy } from "../postgres-over-websocket.ts";
import { SESSION_SECRET } from "../test-service.ts";

const BUCKET = "blobs";
const QUEUE = "scan";

/** What the functions reach in the cloud, over loopback, and the environment that leads them there. */
export async function startEmulators(databaseUrl: string) {
  const [proxy, aws, dynamodb, ses] = await Promise.all([
    startPostgresProxy(databaseUrl),
    startFauxqs({ port: 0, logger: false }),
    startDynamodb(),
    startFakeSes(),
  ]);
  aws.createQueue(QUEUE);
  aws.createBucket(BUCKET);
  const queueUrl = `${aws.address}/000000000000/${QUEUE}`;
  const environment: Record<string, string> = {
    PATH: process.env["PATH"] ?? "",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_ENDPOINT_URL_SQS: aws.address,
    AWS_ENDPOINT_URL_S3: aws.address,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb.config.endpoint,
    AWS_ENDPOINT_URL_SESV2: ses.endpoint,
    DATABASE_URL: databaseUrl,
    NEON_WS_PROXY: proxy.address,
    SCAN_QUEUE_URL: queueUrl,
    BLOB_BUCKET: BUCKET,
    RATE_LIMIT_TABLE: await dynamodb.makeTable(),
    RATELIMIT_AUTHENTICATED_MUTATIONS: "1000000",
    MAIL_SENDER: SENDER,
    SESSION_SECRET,
    ENCRYPTION_KEYS: `1:${randomBytes(32).toString("base64")}`,
    GITHUB_APP_SLUG: "knockon",
    GITHUB_APP_CLIENT_ID: "Iv1.test",
    GITHUB_APP_CLIENT_SECRET: "test",
    APP_URL: ALLOWED_ORIGIN,
    ALLOWED_ORIGINS: ALLOWED_ORIGIN,
  };
  return {
    environment,
    queueUrl,
    /** For the SDK's clients of the test itself. */
    config: { ...testConfig(aws.address), forcePathStyle: true },
    bucket: BUCKET,
    mails: ses.mails,
    async stop(): Promise<void> {
      proxy.close();
      ses.close();
      await Promise.all([aws.stop(), dynamodb.stop()]);
    },
  };
}
