import { createHash, randomUUID } from "node:crypto";
import type { Transaction } from "@knockon/db/database";
import { extraction, snapshot } from "@knockon/db/schema/extraction.sql";
import type { ExtractionResult } from "@knockon/extract/ecosystem";
import { decisiveNames } from "@knockon/graph/resolve/image-namespace";
import { nameHash } from "../publish/producers.ts";

/** The JSON escapes of NUL and of surrogates, which Postgres rejects unless they form a pair. */
const REFUSED = /\\u(?:0000|d[89a-f])/i;

interface Commit {
  workspaceId: string;
  repositoryId: string;
  commitSha: string;
  fullPath: string;
  /** The `extractionKey` it was read with. */
  extractionKey: string;
  /** When it was read. */
  createdAt: Date;
}

/** Stores the extraction of a commit, once per content. Returns the id of the commit's snapshot; idempotent. */
export async function storeExtraction(
  tx: Transaction,
  { commitSha, fullPath, extractionKey: key, ...owner }: Commit,
  {
    declarations,
    artifacts,
    compositions,
    interfaces,
    owners: found,
    problems: extractedProblems,
  }: ExtractionResult,
): Promise<string> {
  // What else the caller knows, such as counts of bytes, differs between equal contents.
  const { problems, ...stored } = replaceRefused({
    declarations,
    artifacts,
    compositions,
    problems: extractedProblems,
    ...(interfaces && { interfaces }),
    ...(found && { owners: found }),
  });
  const contentHash = createHash("sha256").update(JSON.stringify(stored)).digest("hex");
  const { owners = [], ...content } = stored;
  const [storedExtraction] = await tx
    .insert(extraction)
    .values({
      ...owner,
      id: randomUUID(),
      contentHash,
      content,
      owners,
      lookupHashes: lookupHashesOf(content),
    })
    // Without an update, `returning` returns nothing for an existing row.
    .onConflictDoUpdate({ target: [extraction.repositoryId, extraction.contentHash], set: { contentHash } })
    .returning({ id: extraction.id });
  if (!storedExtraction) throw new Error("An upsert returns its row.");
  const extractionId = storedExtraction.id;
  const [storedSnapshot] = await tx
    .insert(snapshot)
    .values({
      ...owner,
      id: randomUUID(),
      commitSha,
      fullPath,
      extractionKey: key,
      extractionId,
      problems,
    })
    .onConflictDoUpdate({
      target: [snapshot.repositoryId, snapshot.commitSha, snapshot.extractionKey, snapshot.fullPath],
      set: { extractionId, problems },
    })
    .returning({ id: snapshot.id });
  if (!storedSnapshot) throw new Error("An upsert returns its row.");
  return storedSnapshot.id;
}

const lookupHashesOf = ({ declarations }: Pick<ExtractionResult, "declarations">): number[] => [
  ...new Set(declarations.flatMap((one) => decisiveNames(one).map(nameHash))),
];

/**
 * Returns the value with replacements for the characters that Postgres rejects in JSON, so that no repository's content fails its scan
 * or the workspace's publish.
 */
export function replaceRefused<T>(value: T): T {
  if (!REFUSED.test(JSON.stringify(value))) return value;
  const replaced = JSON.stringify(value, (_, one: unknown) =>
    typeof one === "string" ? one.toWellFormed().replaceAll("\0", "\uFFFD") : one,
  );
  return JSON.parse(replaced) as T;
}
