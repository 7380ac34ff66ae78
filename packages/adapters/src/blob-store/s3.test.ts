import { randomUUID } from "node:crypto";
import { startFauxqs, type FauxqsServer } from "fauxqs";
import { afterAll, beforeAll } from "vitest";
import { describeBlobStore } from "../testing/blob-store-conformance.ts";
import { testConfig } from "../testing/test-config.ts";
import { s3BlobStore } from "./s3.ts";

let cloud: FauxqsServer;

beforeAll(async () => {
  cloud = await startFauxqs({ port: 0, logger: false });
});

afterAll(() => cloud.stop());

const storeAt = (endpoint: string, bucket: string) =>
  s3BlobStore(bucket, { ...testConfig(endpoint), forcePathStyle: true });

describeBlobStore("an S3 bucket", {
  async open() {
    const bucket = randomUUID();
    cloud.createBucket(bucket);
    return storeAt(cloud.address, bucket);
  },
  unreachable: async () => storeAt("http://127.0.0.1:1", "nowhere"),
});
