import { randomUUID } from "node:crypto";
import { startFauxqs, type FauxqsServer } from "fauxqs";
import { afterAll, beforeAll } from "vitest";
import { describeBlobStore } from "../testing/blob-store-conformance.ts";
import { s3BlobStore } from "./s3.ts";

let cloud: FauxqsServer;

beforeAll(async () => {
  cloud = await startFauxqs({ port: 0, logger: false });
});

afterAll(() => cloud.stop());

describeBlobStore("an S3 bucket", async () => {
  const bucket = randomUUID();
  cloud.createBucket(bucket);
  return s3BlobStore(bucket, {
    endpoint: cloud.address,
    region: "us-east-1",
    forcePathStyle: true,
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
});
