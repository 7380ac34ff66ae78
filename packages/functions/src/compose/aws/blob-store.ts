import { s3BlobStore } from "@knockon/adapters/blob-store/s3";
import type { ComposePort } from "../aws.ts";
import { required } from "../settings.ts";

/** Emulators of S3 have no host name per bucket. */
export const composeBlobStore: ComposePort = (env) => ({
  blobStore: s3BlobStore(required(env, "BLOB_BUCKET"), {
    forcePathStyle: env["AWS_ENDPOINT_URL_S3"] !== undefined,
  }),
});
