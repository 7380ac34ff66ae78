import { ApiError, createClient } from "@knockon/contract/client";
import { checkChange } from "@knockon/contract/operations/check";
import { lookupRepository } from "@knockon/contract/operations/repository";
import type { Check } from "@knockon/contract/resources/check";
import type { Repository } from "@knockon/contract/resources/repository";
import type { ArtifactInterface } from "@knockon/extract/interface";
import type { Change, CheckedRepository } from "../check/read-change.ts";
import type { Server } from "./login.ts";
import { serviceError } from "./service-error.ts";

/** Finds a repository by the name that the user gives, or else by its URL, or its full path. Throws UsageError. */
export async function lookUpRepository(
  { fullPath, cloneUrl }: CheckedRepository,
  named: string | undefined,
  { url, key }: Server,
): Promise<Repository | undefined> {
  const call = createClient({ baseUrl: url, key });
  const queries = [
    ...(named === undefined && cloneUrl !== null ? [{ url: cloneUrl }] : []),
    { full_path: named ?? fullPath },
  ];
  for (const query of queries) {
    try {
      return await call(lookupRepository, { query });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw serviceError(url, error);
    }
  }
  return undefined;
}

/** Checks a change on a Knockon server. Sends interfaces, no code. Throws UsageError. */
export async function fetchCheck(
  repository: Repository,
  change: Change,
  minConfidence: number,
  { url, key }: Server,
): Promise<Check> {
  const call = createClient({ baseUrl: url, key });
  try {
    return await call(checkChange, {
      query: { repository_id: repository.id },
      body: { ...toRequest(change), min_confidence: minConfidence },
    });
  } catch (error) {
    throw serviceError(url, error);
  }
}

/** Returns the body of the request: interfaces, and no code. */
export function toRequest(change: Change) {
  const sides = (side: "before" | "after") =>
    change.interfaces.flatMap((one) => (one[side] ? [toWire(one[side])] : []));
  return {
    changed_paths: change.changedPaths,
    branches: change.branches,
    other_branches: change.otherBranches,
    before: sides("before"),
    after: sides("after"),
  };
}

const toWire = ({ members, ...rest }: ArtifactInterface) => ({
  ...rest,
  members: members.map(({ acceptsAny, ...one }) => ({
    ...one,
    ...(acceptsAny && { accepts_any: acceptsAny }),
  })),
});
