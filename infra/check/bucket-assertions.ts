import { type Assertions, compareLists } from "./assertion.ts";

export const bucketAssertions: Assertions = {
  "buckets are of blobs and of the application, which nobody reads without a permission": ({ buckets }) => [
    ...compareLists(
      buckets.map(({ name }) => name),
      ["BlobsBucket", "WebAssetsBucket"],
    ),
    ...buckets.filter(({ isPublic }) => isPublic).map(({ name }) => `${name}: public`),
  ],

  "the bucket of blobs drops what was never whole, and by age alone nothing: the current graph may be old": ({
    buckets,
  }) =>
    buckets
      .filter(({ name }) => name === "BlobsBucket")
      .flatMap(({ name, lifecycle }) => [
        ...(lifecycle.some(({ abortIncompleteMultipartUpload: abort }) => abort?.daysAfterInitiation === 1)
          ? []
          : [`${name}: unfinished uploads stay`]),
        ...lifecycle.filter(({ expiration }) => expiration).map(({ id }) => `${name}: ${id} expires`),
      ]),
};
