import { grant } from "./grant.ts";

const blobs = new sst.aws.Bucket("Blobs", { cors: false });

/** What nobody refers to any more the garbage collector deletes, by what the database says; what was never whole only S3 sees. */
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

/** Without ListBucket, S3 answers for a missing object that access is denied. */
export const readBlobs = grant(
  { BLOB_BUCKET: blobs.name },
  { actions: ["s3:GetObject"], resources: [objects] },
  { actions: ["s3:ListBucket"], resources: [blobs.arn] },
);

/** A publish makes the next graph out of the current one. */
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
