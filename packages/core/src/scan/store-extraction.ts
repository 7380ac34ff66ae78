import { createHash, randomUUID } from "node:crypto";
import type { Transaction } from "@knockon/db/database";
import { extraction, snapshot } from "@knockon/db/schema/extraction.sql";
import type { LinkResult } from "@knockon/extract/ecosystem";
import { nameHash } from "../publish/name-hash.ts";
import { storable } from "./storable.ts";

const lookupHashes = ({ declarations }: Pick<LinkResult, "declarations">): number[] => [
  ...new Set(declarations.flatMap(({ lookups }) => lookups.map(nameHash))),
];

interface Commit {
  workspaceId: string;
  repositoryId: string;
  commitSha: string;
  fullPath: string;
  /** By which it was read. */
  extractionKey: string;
  /** When it was read. */
  createdAt: Date;
}

/** Keeps what a commit's files say, once per content. Returns the id of the commit's snapshot; storing it again gives the same. */
export async function storeExtraction(
  tx: Transaction,
  { commitSha, fullPath, extractionKey, ...owner }: Commit,
  extracted: LinkResult,
): Promise<string> {
  const { problems, ...content } = storable(extracted);
  const contentHash = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  const [storedExtraction] = await tx
    .insert(extraction)
    .values({ ...owner, id: randomUUID(), contentHash, content, lookupHashes: lookupHashes(content) })
    // Touching the row makes `returning` give it also when it was there.
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
      extractionKey,
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
