import { listArtifacts } from "@knockon/core/artifact/list-artifacts";
import type { Context } from "@knockon/core/context";
import { inWorkspace } from "@knockon/db/in-workspace";
import { dependency } from "@knockon/db/schema/dependency.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { and, countDistinct, desc, eq, ne } from "drizzle-orm";

/** Three requests to paste, about what the org really has: its most depended-on repository and its most used artifact. */
export async function exampleQuestions(
  ctx: Context,
  connectedOrgId: string,
  baseUrl: string,
  key: string,
): Promise<string[]> {
  const top = await inWorkspace(ctx, async (tx) => {
    const [row] = await tx
      .select({
        id: repository.id,
        fullPath: repository.fullPath,
        dependents: countDistinct(dependency.sourceRepositoryId),
      })
      .from(dependency)
      .innerJoin(repository, eq(repository.id, dependency.targetRepositoryId))
      .where(
        and(eq(repository.connectedOrgId, connectedOrgId), ne(dependency.sourceRepositoryId, repository.id)),
      )
      .groupBy(repository.id, repository.fullPath)
      .orderBy(desc(countDistinct(dependency.sourceRepositoryId)), repository.fullPath)
      .limit(1);
    return row;
  });
  if (!top) return [];
  const curl = (comment: string, path: string): string =>
    `# ${comment}\ncurl -s -H "X-API-Key: ${key}" "${baseUrl}/api/v1${path}"`;
  const questions = [
    curl(`What depends on ${top.fullPath}?`, `/repositories/${top.id}/dependents`),
    curl(`What does changing ${top.fullPath} hit?`, `/impact?full_path=${top.fullPath}`),
  ];
  const { body: artifacts } = await listArtifacts(ctx, { connectedOrgId, limit: 500, offset: 0 });
  const [artifact] = artifacts
    .filter((one) => one.isFirstParty)
    .toSorted((a, b) => b.consumerCount - a.consumerCount);
  if (!artifact) return questions;
  return [
    ...questions,
    curl(`Who consumes ${artifact.name}, at which version?`, `/artifacts/${artifact.id}/consumers`),
  ];
}
