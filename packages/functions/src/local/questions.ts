import { listArtifacts } from "@knockon/core/artifact/list-artifacts";
import type { Context } from "@knockon/core/context";
import { findMostDependedOn } from "@knockon/core/repository/find-most-depended-on";

/** Three requests to paste, about what the org really has: its most depended-on repository and its most used artifact. */
export async function exampleQuestions(
  ctx: Context,
  connectedOrgId: string,
  baseUrl: string,
  key: string,
): Promise<string[]> {
  const top = await findMostDependedOn(ctx, { connectedOrgId });
  if (!top) return ["None of these repositories depends on another."];
  const curl = (comment: string, path: string): string =>
    `# ${comment}\ncurl -s -H "X-API-Key: ${key}" "${baseUrl}/api/v1${path}"`;
  const questions = [
    curl(`What depends on ${top.fullPath}?`, `/repositories/${top.id}/dependents`),
    curl(`What does changing ${top.fullPath} hit?`, `/repositories/${top.id}/impact`),
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
