import { nameForReaders } from "@knockon/contract/check/named-check";
import { Check } from "@knockon/contract/resources/check";
import { fromWire, toWire, type Camel } from "@knockon/contract/wire";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { dependency } from "@knockon/db/schema/dependency.sql";
import type { ArtifactInterface } from "@knockon/extract/interface";
import { toFloor } from "@knockon/graph/confidence";
import { diffInterfaces, type InterfaceChange } from "@knockon/graph/interface/diff-interfaces";
import { findBreaks } from "@knockon/graph/interface/find-breaks";
import { isOnOtherBranch } from "@knockon/graph/interface/other-branch";
import { changedPeers } from "@knockon/graph/interface/peers";
import { presentCheck } from "@knockon/graph/interface/present-check";
import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import { hasGraph } from "../graph/load-graph.ts";
import { findRoot, type Root } from "../impact/get-impact.ts";
import { computeImpact, loadLastScan } from "../impact/impact-of-repository.ts";
import { loadLineOwners } from "../ownership/line-owners.ts";
import { getWorkspaceRow } from "../workspace/workspace-row.ts";
import { loadAnswerNames, loadVisibilities } from "../naming/answer-names.ts";
import { mayName } from "../naming/readers.ts";
import { presentReference, type RepositoryRow } from "../repository/repository-row.ts";
import { loadPeers, loadUses, withUsedScope } from "./uses.ts";

/** Where a change is made, and which declarations count. */
interface ChangeScope {
  changedPaths: string[];
  /** The branches that get the change. */
  branches: string[];
  /** Other branches of the repository. */
  otherBranches: string[];
  minConfidence: number;
}

/** What a change does, as the client read it from Git. */
export interface ChangeQuery extends Omit<Root, "artifactId">, ChangeScope {
  before: ArtifactInterface[];
  after: ArtifactInterface[];
}

/** Returns which uses by other repositories a change breaks. */
export function checkChange(
  ctx: Context,
  { changedPaths, branches, otherBranches, before, after, minConfidence, ...root }: ChangeQuery,
) {
  return inWorkspace(ctx, async (tx) => {
    const repository = await findRoot(tx, root);
    const interfaces = diffInterfaces(before, after);
    const change = { interfaces, before, changedPaths, branches, otherBranches, minConfidence };
    const check = await checkInterfaces(ctx, tx, repository, change);
    const consumers = [...check.breaks, ...check.undecided].map(({ consumer }) => consumer.id);
    const readers = await findNameable(ctx, tx, repository.id, consumers);
    return { ...(await nameInAnswer(ctx, tx, check)), readers };
  });
}

/** Leaves out the consumers that an answer to the caller may not name, and counts them. */
export async function nameInAnswer(
  ctx: Context,
  tx: Transaction,
  check: Camel<typeof Check>,
): Promise<Camel<typeof Check>> {
  const { id } = check.repository;
  const consumers = [...check.breaks, ...check.undecided].map(({ consumer }) => consumer.id);
  const names = await loadAnswerNames(ctx, tx, () => [id, ...consumers]);
  if (!names) return check;
  const { lessVisible } = names.describe(0);
  const may = { mayName: (consumerId: string) => names.mayName(id, consumerId), lessVisible };
  return fromWire(Check, nameForReaders(toWire(Check, check) as Check, may));
}

/** Returns which consumers a text for readers of the repository may name. A pipeline's log and summary are such texts. */
async function findNameable(ctx: Context, tx: Transaction, repositoryId: string, consumers: string[]) {
  const { namingRule: rule } = await getWorkspaceRow(tx, ctx.workspaceId);
  const visibilityOf = await loadVisibilities(tx, [repositoryId, ...consumers]);
  const readers = { rule, repositoryId, visibilityOf };
  return { namingRule: rule, nameable: [...new Set(consumers)].filter((id) => mayName(readers, id)) };
}

/** How a change affects the interfaces of a repository. */
export interface CheckedChange extends ChangeScope {
  interfaces: InterfaceChange[];
  /** The interfaces at the base commit, at least those that change. */
  before: ArtifactInterface[];
}

/** Joins the changes of a repository's interfaces with the stored uses by other repositories. */
export async function checkInterfaces(
  ctx: Context,
  tx: Transaction,
  repository: RepositoryRow,
  { interfaces, before, changedPaths, branches, otherBranches, minConfidence }: CheckedChange,
) {
  const uses = await loadUses(tx, eq(dependency.targetRepositoryId, repository.id), toFloor(minConfidence));
  const refs = {
    tags: new Set(repository.tags),
    branches: { changed: new Set(branches), others: new Set(otherBranches) },
  };
  const checked = uses
    .map((use) => withUsedScope(use, before))
    .filter((use) => !isOnOtherBranch(use, refs.tags, refs.branches));
  const scan = (await hasGraph(ctx, tx)) ? await loadLastScan(tx, repository.connectedOrgId) : undefined;
  const reached = { path: changedPaths, maxDepth: 3, minConfidence, through: "artifacts", refs } as const;
  const found = changedPaths.length === 0 ? undefined : await computeImpact(ctx, tx, repository.id, reached);
  const findings = findBreaks(interfaces, await loadPeers(tx, checked, changedPeers(interfaces)));
  const consumers = [...findings.breaks, ...findings.undecided].map(({ use }) => use.consumer.id);
  return presentCheck(findings, {
    repository: presentReference(repository),
    impact: found?.impact,
    graph: { scannedAt: scan?.completedAt ?? null, complete: scan?.status === "completed" },
    ownerOf: await loadLineOwners(ctx, tx, consumers),
  });
}
