import type { Assertions } from "./assertion.ts";

export const bucketAssertions: Assertions = {
  "one bucket, which nobody reads without a permission": ({ buckets }) => [
    ...(buckets.length === 1 ? [] : [buckets.map(({ name }) => name).join() || "none"]),
    ...buckets.filter(({ isPublic }) => isPublic).map(({ name }) => `${name}: public`),
  ],

  "the bucket drops what was never whole, and by age alone nothing: the current graph may be old": ({
    buckets,
  }) =>
    buckets.flatMap(({ name, lifecycle }) => [
      ...(lifecycle.some(({ abortIncompleteMultipartUpload: abort }) => abort?.daysAfterInitiation === 1)
        ? []
        : [`${name}: unfinished uploads stay`]),
      ...lifecycle.filter(({ expiration }) => expiration).map(({ id }) => `${name}: ${id} expires`),
    ]),
};
