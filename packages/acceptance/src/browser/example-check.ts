import { randomUUID } from "node:crypto";
import { check as example } from "@knockon/contract/examples/check";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import { changeCheck } from "@knockon/db/schema/change-check.sql";
import { extraction } from "@knockon/db/schema/extraction.sql";
import { producer as producerTable, repository } from "@knockon/db/schema/repository.sql";
import { eq, inArray } from "drizzle-orm";

const PATHS = ["acme/base-image", "acme/payments"] as const;

/** Adds the check of a pull request of a producer that breaks a consumer, which a folder as the host cannot have. */
export async function addExampleCheck(
  databaseUrl: string,
  paths: readonly [producer: string, consumer: string] = PATHS,
): Promise<void> {
  const { database, close } = connectNodePostgres(databaseUrl, 1);
  try {
    const rows = await database.select().from(repository).where(inArray(repository.fullPath, paths));
    const [producer, consumer] = paths.map((path) => rows.find(({ fullPath }) => fullPath === path));
    if (!producer || !consumer) throw new Error(`${paths.join(" or ")} is unknown.`);
    const referenceOf = ({ id, name, fullPath }: typeof producer) => ({ id, name, full_path: fullPath });
    // The name of the example, as that of the given repository.
    const result = JSON.parse(
      JSON.stringify(example).replaceAll("acme/base-image", producer.fullPath),
    ) as typeof example;
    const [scanned] = await database
      .select({ owners: extraction.owners })
      .from(producerTable)
      .innerJoin(extraction, eq(extraction.id, producerTable.extractionId))
      .where(eq(producerTable.repositoryId, consumer.id));
    // The line need not exist in the given repository, so its owner is that of most files.
    const [most] = (scanned?.owners ?? []).toSorted((a, b) => b.files.length - a.files.length);
    const owner = most ? { names: most.owners, source: "codeowners" as const } : null;
    const breaks = result.breaks.map((one) => ({ ...one, consumer: referenceOf(consumer), owner }));
    const undecided = breaks.map((one) => ({
      ...one,
      kind: one.kind ?? "name",
      reason: "the name is computed",
    }));
    const { workspaceId, connectedOrgId, id: repositoryId } = producer;
    await database.delete(changeCheck).where(eq(changeCheck.repositoryId, repositoryId));
    await database.insert(changeCheck).values({
      id: randomUUID(),
      workspaceId,
      connectedOrgId,
      repositoryId,
      kind: "pull_request",
      number: 214,
      headSha: "2f5a0b1c9d3e4f60718293a4b5c6d7e8f9012345",
      baseSha: "81c6f2a7d05b4e3f9a8c7d6e5f4031221e0d9c8b",
      title: "Rename the registry token",
      url: `https://github.com/${producer.fullPath}/pull/214`,
      author: "ada",
      baseBranch: "main",
      status: "completed",
      conclusion: "failure",
      result: { ...result, repository: referenceOf(producer), breaks, undecided },
      completedAt: new Date(),
    });
  } finally {
    await close();
  }
}
