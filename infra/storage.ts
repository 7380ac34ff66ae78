import { grant } from "./function.ts";

const blobs = new sst.aws.Bucket("Blobs", { cors: false });

/** The garbage collector deletes unreferenced objects. Unfinished uploads are visible to S3 only. */
new aws.s3.BucketLifecycleConfiguration("BlobsLifecycle", {
  bucket: blobs.name,
  rules: [
    {
      id: "unfinished-uploads",
      status: "Enabled",
      filter: { prefix: "" },
      abortIncompleteMultipartUpload: { daysAfterInitiation: 1 },
    },
  ],
});

const objects = $interpolate`${blobs.arn}/*`;

/** Without ListBucket, S3 answers "access denied" for a missing object. */
export const readBlobs = grant(
  { BLOB_BUCKET: blobs.name },
  { actions: ["s3:GetObject"], resources: [objects] },
  { actions: ["s3:ListBucket"], resources: [blobs.arn] },
);

/** A publish reads the current graph to write the next one. */
export const publishBlobs = grant(
  { BLOB_BUCKET: blobs.name },
  { actions: ["s3:GetObject", "s3:PutObject"], resources: [objects] },
  { actions: ["s3:ListBucket"], resources: [blobs.arn] },
);

export const collectBlobs = grant(
  { BLOB_BUCKET: blobs.name },
  { actions: ["s3:DeleteObject"], resources: [objects] },
  { actions: ["s3:ListBucket"], resources: [blobs.arn] },
);

/** Mutations per minute of each key, and of each user with a session. */
const MUTATIONS_PER_MINUTE = "60";

/** One counter per key prefix, with its current and previous minute. TTL only cleans up; no limit depends on it. */
const counters = new sst.aws.Dynamo("RateLimit", {
  fields: { key_prefix: "string" },
  primaryIndex: { hashKey: "key_prefix" },
  ttl: "expires_at",
});

export const countMutations = grant(
  { RATE_LIMIT_TABLE: counters.name, RATELIMIT_AUTHENTICATED_MUTATIONS: MUTATIONS_PER_MINUTE },
  { actions: ["dynamodb:GetItem", "dynamodb:UpdateItem"], resources: [counters.arn] },
);
