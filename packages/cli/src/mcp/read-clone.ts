import type { RepositoryReference } from "@knockon/contract/resources/fields";
import type { Answers } from "@knockon/mcp/answers/answers";
import { getRepository } from "@knockon/mcp/names";
import type { ReadClone } from "@knockon/mcp/tools/check-change";
import { openRepository, readChange, type Change, type CheckedRepository } from "../check/read-change.ts";
import { startExtractor } from "../check/start-extractor.ts";
import { toRequest } from "../service/fetch-check.ts";

/** Reads a change of a local clone, as `knockon check` does. Runs nothing of the repository. */
export const readClone: ReadClone = async (answers, { path, base, head = "HEAD", repository: named }) => {
  const clone = await openRepository(path);
  const repository = await findInGraph(answers, clone, named);
  const identity = { fullPath: repository.full_path, cloneUrl: clone.cloneUrl };
  const change = await readChangeOnce(clone, identity, { base, head });
  return {
    repository,
    change: toRequest(change),
    notes: change.unreadable.map(
      ({ file, message }) => `${file} can't be read, so its interface is unknown: ${message}`,
    ),
  };
};

type Identity = Parameters<typeof readChange>[1];

/** Stops the threads afterwards: the next call may come hours later. */
async function readChangeOnce(
  clone: CheckedRepository,
  identity: Identity,
  revisions: { base?: string | undefined; head: string },
): Promise<Change> {
  const extractor = startExtractor();
  try {
    return await readChange(clone, identity, revisions, extractor);
  } finally {
    await extractor.close();
  }
}

/** Finds a clone by the name that the caller gives, or else by its URL or full path. Throws ToolError. */
async function findInGraph(
  answers: Answers,
  { cloneUrl, fullPath }: CheckedRepository,
  named: string | undefined,
): Promise<RepositoryReference> {
  const [found] = named === undefined && cloneUrl !== null ? await answers.findRepositories(cloneUrl) : [];
  return found ?? getRepository(answers, named ?? fullPath);
}
