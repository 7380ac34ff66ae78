import type { Check } from "@knockon/contract/resources/check";
import { isMention } from "@knockon/contract/vocabulary/role";
import { clockOf } from "@knockon/graph/impact/clock";
import { findBreaks } from "@knockon/graph/interface/find-breaks";
import { usedScope } from "@knockon/graph/interface/used-scope";
import { changedPeers, type DeclaredPackage, usesWithPeers, withPeers } from "@knockon/graph/interface/peers";
import { isOnOtherBranch, type Refs } from "@knockon/graph/interface/other-branch";
import { presentCheck, type CheckedUse } from "@knockon/graph/interface/present-check";
import { computeImpact, reference, toSnakeCase } from "../offline/offline-impact.ts";
import { lineOwners } from "../offline/line-owners.ts";
import { latestReleases } from "../offline/releases.ts";
import { declarationsTo } from "../offline/report-graph.ts";
import { scopeOfDeclaration } from "../offline/report-uses.ts";
import type { Report, ReportDeclaration, ReportRepository } from "../offline/report.ts";
import type { ArtifactInterface } from "@knockon/extract/interface";
import { parseGitUrl } from "@knockon/extract/git-url";
import type { Change, CheckedRepository } from "./read-change.ts";

/** Full paths stand in for repository IDs. */
const referenceOf = (fullPath: string) => ({ ...reference(fullPath), fullPath });

export type Reference = ReturnType<typeof referenceOf>;

/** Checks a change of `root` against a report, in the shape of the API's answer. Full paths stand in for repository IDs. */
export const offlineCheck = (
  report: Report,
  root: ReportRepository,
  change: CheckedChange & Pick<Change, "interfaces">,
  minConfidence: number,
): Check => prepareCheck(report, root, change, minConfidence)(change.interfaces);

type CheckedChange = Pick<Change, "branches" | "otherBranches" | "changedPaths">;

/** Computes what does not depend on the interfaces. Returns the rest of `offlineCheck`. */
export function prepareCheck(
  report: Report,
  root: ReportRepository,
  change: CheckedChange,
  minConfidence: number,
): (interfaces: Change["interfaces"]) => Check {
  const { impact, failedRepositories } = computeImpact(report, root.full_path, {
    maxDepth: 3,
    minConfidence,
    through: "artifacts",
    version: undefined,
    paths: change.changedPaths,
    roles: undefined,
    refs: refsOf(root, change),
  });
  return (interfaces) => {
    const uses = usesOfRepository(report, root, { ...change, interfaces }, minConfidence);
    const check = presentCheck(findBreaks(interfaces, uses), {
      repository: referenceOf(root.full_path),
      impact: change.changedPaths.length === 0 ? undefined : impact,
      graph: { scannedAt: report.timings.scanned_at ?? null, complete: failedRepositories === 0 },
      ownerOf: lineOwners(report),
    });
    return toSnakeCase(check) as Check;
  };
}

const refsOf = (
  { tags = [] }: ReportRepository,
  { branches, otherBranches }: Pick<Change, "branches" | "otherBranches">,
): Refs => ({
  tags: new Set(tags),
  branches: { changed: new Set(branches), others: new Set(otherBranches) },
});

/** Returns the uses of a repository by others that get a change, now or when they are bumped. */
export function usesOfRepository(
  report: Report,
  root: ReportRepository,
  { branches, otherBranches, interfaces }: Pick<Change, "branches" | "otherBranches" | "interfaces">,
  minConfidence: number,
): CheckedUse<Reference>[] {
  const releaseOf = latestReleases(report);
  const before = interfaces.flatMap((one) => one.before ?? []);
  const refs = refsOf(root, { branches, otherBranches });
  const uses = declarationsTo(report, root.full_path)
    .filter(
      (one) => one.repository !== root.full_path && one.confidence >= minConfidence && !isMention(one.role),
    )
    .map((one) => toUse(one, releaseOf, before))
    .filter((use) => !isOnOtherBranch(use, refs.tags, refs.branches));
  const peers = changedPeers(interfaces);
  const consumers = new Set(usesWithPeers(uses, peers).map(({ consumer }) => consumer.id));
  return consumers.size === 0 ? uses : withPeers(uses, peers, packagesIn(report, consumers));
}

/** Returns the npm packages that repositories declare. */
const packagesIn = (report: Report, repositories: ReadonlySet<string>): DeclaredPackage[] =>
  report.declarations
    .filter((one) => one.dependency_type === "npm_package" && repositories.has(one.repository))
    .map((one) => ({
      consumerId: one.repository,
      name: one.artifact,
      file: one.source_file,
      line: one.source_line,
      versionConstraint: one.version_constraint,
      evidenceRule: one.evidence.rule,
      lockFile: one.locked?.file ?? null,
    }));

/** Finds a repository by the name that the user gives, or else by its URL, or its full path. */
export function findRoot(
  report: Report,
  { fullPath, cloneUrl }: CheckedRepository,
  named: string | undefined,
): ReportRepository | undefined {
  const wanted = (named ?? fullPath).toLowerCase();
  const url = named === undefined ? locationOf(cloneUrl) : undefined;
  return (
    report.repositories.find((one) => url !== undefined && locationOf(one.clone_url) === url) ??
    report.repositories.find((one) => one.full_path.toLowerCase() === wanted)
  );
}

/** Returns host and path of a URL, which HTTPS and SSH have in common. */
function locationOf(url: string | null): string | undefined {
  const parsed = url === null ? undefined : parseGitUrl(url);
  return parsed && `${parsed.host}/${parsed.path}`.toLowerCase();
}

function toUse(
  one: ReportDeclaration,
  releaseOf: ReturnType<typeof latestReleases>,
  interfaces: readonly ArtifactInterface[],
): CheckedUse<Reference> & Pick<ReportDeclaration, "versioning"> {
  const scope = scopeOfDeclaration(one);
  const kind = {
    versioning: one.versioning,
    state: one.version_constraint_state,
    isLocked: one.locked !== null,
  };
  const { dependency_type: dependencyType, raw_reference: rawReference } = one;
  return {
    scope: usedScope({ dependencyType, rawReference, scope }, interfaces) ?? scope,
    file: one.source_file,
    line: one.source_line,
    arguments: one.arguments,
    openArguments: one.open_arguments,
    consumer: referenceOf(one.repository),
    evidenceRule: one.evidence.rule,
    versionConstraint: one.version_constraint,
    versioning: one.versioning,
    role: one.role,
    clock: clockOf(kind, one.version_constraint, releaseOf(one.target_repository ?? "", scope)),
    confidence: one.confidence,
  };
}
