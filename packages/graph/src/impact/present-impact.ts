import type { LineOwner } from "@knockon/contract/resources/fields";
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Clock } from "@knockon/contract/vocabulary/clock";
import { ROLES } from "@knockon/contract/vocabulary/role";
import { fromThousandths } from "../confidence.ts";
import type { Use } from "../edges.ts";
import { compareOrdinal } from "../ordinal.ts";
import type { AffectedRepository, RoleOfUse } from "./affected-repository.ts";
import type { PlannedRelease } from "./planned-releases.ts";
import type { Impact } from "./impact.ts";
import { fetchedFile } from "./use-traits.ts";

/** Maximum number of declarations listed per role and scope. */
const MAX_EVIDENCE = 20;

interface Place {
  sourceFile: string;
  sourceLine: number;
  confidence: number;
}

const depthOf = (file: string | undefined): number => (file ?? "").split("/").length;

const comparePlaces = (a: Place, b: Place): number =>
  b.confidence - a.confidence ||
  depthOf(a.sourceFile) - depthOf(b.sourceFile) ||
  compareOrdinal(a.sourceFile, b.sourceFile) ||
  a.sourceLine - b.sourceLine;

/** What the API's `Impact` resource contains beyond the graph. */
export interface ImpactContext<Reference, Evidence extends Place, Ownership, Scan, Unnamed> {
  root: Reference;
  /** The last scan that published the root's organization. */
  scan: Scan;
  /** False if the graph may lack edges. */
  complete: boolean;
  failedRepositories: number;
  /** Paths of the query that nothing is built from. */
  unusedPaths: string[];
  query: { minConfidence: number; maxDepth: number; through: "artifacts" | "repositories" };
  /** The page of `impact.affected` to present. */
  affected: readonly AffectedRepository[];
  /** Adds to each repository what it passes on. */
  hasOnward?: boolean;
  /** Adds when releases in the ranges of dependents would arrive. */
  releases?: PlannedRelease[] | undefined;
  findReference: (repositoryId: string) => Reference | undefined;
  /** Returns the declarations behind a use at or above the floor, highest confidence first. */
  getEvidence: (use: Use) => readonly Evidence[];
  findOwnership: (repositoryId: string) => Ownership | undefined;
  /** Returns who owns a line of a repository. */
  ownerOf: (repositoryId: string, file: string) => LineOwner | null;
  /** Returns whether a repository is archived. By default, none is. */
  isArchived?: (repositoryId: string) => boolean;
  /** Returns whether the answer may name a repository. By default, it may name all. */
  isNamed?: (repositoryId: string) => boolean;
  /** The affected repositories that the answer may not name. */
  unnamed?: Unnamed;
}

/** Returns the API's `Impact` resource with camelCase fields. Throws if an affected repository has no reference. */
export function presentImpact<Reference, Evidence extends Place, Ownership, Scan, Unnamed = undefined>(
  impact: Impact,
  context: ImpactContext<Reference, Evidence, Ownership, Scan, Unnamed>,
) {
  const { root, scan, complete, failedRepositories, unusedPaths, query } = context;
  const { findReference, findOwnership, getEvidence, ownerOf, unnamed } = context;
  const { isNamed = () => true, isArchived = () => false } = context;
  const getReference = (repositoryId: string): Reference => {
    const reference = findReference(repositoryId);
    if (!reference) throw new Error(`The graph contains repository ${repositoryId}, which does not exist.`);
    return reference;
  };
  const presentPath = (path: readonly Use[]) => {
    const isWhole = path.every(({ source, target }) => isNamed(source) && isNamed(target));
    return (isWhole ? path : []).map(
      ({ source, target, dependencyType, confidence, role, scope, artifact }) => ({
        source: getReference(source),
        target: getReference(target),
        dependencyType,
        role,
        scope: publishedName(scope),
        artifact: publishedName(artifact),
        confidence: fromThousandths(confidence),
      }),
    );
  };
  const timed = (use: Use, clock: Clock) => {
    const targetFile = fetchedFile(use);
    return getEvidence(use).map((one) => ({
      ...one,
      clock,
      ...(targetFile !== undefined && { targetFile }),
    }));
  };
  const presentEvidence = (repositoryId: string, evidence: ReturnType<typeof timed>[number]) => ({
    ...evidence,
    owner: ownerOf(repositoryId, evidence.sourceFile),
  });
  const presentRole = (repositoryId: string, { role, clock, scope, uses }: RoleOfUse) => {
    const unnamedUses = uses.filter(({ target }) => !isNamed(target));
    const [deciding = [], ...others] = uses
      .filter(({ target }) => isNamed(target))
      .map((use) => timed(use, use.clock));
    const evidence = [...deciding.toSorted(comparePlaces), ...others.flat().toSorted(comparePlaces)];
    const listed = evidence.slice(0, MAX_EVIDENCE);
    return {
      role,
      clock,
      scope: publishedName(scope),
      evidence: listed.map((one) => presentEvidence(repositoryId, one)),
      more: evidence.length - listed.length + unnamedUses.flatMap((use) => getEvidence(use)).length,
    };
  };
  /** Lists outer manifests before nested ones. */
  const presentRoles = ({ repositoryId, roles }: AffectedRepository) =>
    roles
      .map((one) => presentRole(repositoryId, one))
      .toSorted(
        (a, b) =>
          ROLES.indexOf(a.role) - ROLES.indexOf(b.role) ||
          depthOf(a.evidence[0]?.sourceFile) - depthOf(b.evidence[0]?.sourceFile),
      );
  return {
    root,
    scan,
    complete,
    appliedMinConfidence: query.minConfidence,
    maxDepth: query.maxDepth,
    through: query.through,
    summary: { ...impact.summary, archived: countArchived(impact, isArchived) },
    affected: context.affected.map((one) => {
      const roles = presentRoles(one);
      const { source, target } = one.decidingUse;
      const isDecidedByNamed = isNamed(source) && isNamed(target);
      // On the next run, lines differ in what they take. At other times, the line of the strongest role stands for all.
      const isOwn = one.clock !== "next_run" && source === one.repositoryId && isDecidedByNamed;
      const own = roles
        .filter(({ clock }) => isOwn && clock === one.clock)
        .flatMap(({ evidence }) => evidence)
        .find(({ clock }) => clock === one.clock);
      const [deciding] =
        own || !isDecidedByNamed ? [] : timed(one.decidingUse, one.clock).toSorted(comparePlaces);
      return {
        repository: getReference(one.repositoryId),
        direct: one.direct,
        hops: one.hops,
        confidence: fromThousandths(one.confidence),
        clock: one.clock,
        conditional: one.isConditional,
        archived: isArchived(one.repositoryId),
        clockConfidence: fromThousandths(one.decidingUse.confidence),
        clockRepository: getReference(isDecidedByNamed ? source : one.repositoryId),
        clockEvidence: own ?? (deciding ? presentEvidence(source, deciding) : null),
        roles,
        path: presentPath(one.path),
        wave: one.wave,
        cycleGroup: one.cycleGroup,
        owner: roles[0]?.evidence[0]?.owner ?? null,
        ownership: findOwnership(one.repositoryId) ?? null,
        ...(context.hasOnward === true && { onward: { ...one.onward, dependents: one.dependents } }),
      };
    }),
    ...(unnamed !== undefined && { unnamed }),
    ...(context.releases && { releases: context.releases }),
    waves: impact.waves.map((wave) => wave.filter(isNamed)),
    chokePoints: impact.chokePoints.flatMap(({ repositoryId, dominates }) => {
      const repository = isNamed(repositoryId) ? findReference(repositoryId) : undefined;
      return repository ? [{ repository, dominates }] : [];
    }),
    unresolved: { failedRepositories, belowFloor: impact.belowFloor, paths: unusedPaths },
  };
}

/** Counts the archived repositories among those that are affected as the summary counts all. */
function countArchived(
  { affected }: Pick<Impact, "affected">,
  isArchived: (repositoryId: string) => boolean,
): Pick<Impact["summary"], "byClock" | "mayNextRun"> {
  const archived = affected.filter(({ repositoryId }) => isArchived(repositoryId));
  const countOf = (isDirect: boolean) => {
    const rows = archived.filter((one) => one.direct === isDirect);
    const byClock = { next_run: 0, next_update: 0, bump: 0, unknown: 0 };
    for (const { clock } of rows) byClock[clock]++;
    return { byClock, mayNextRun: rows.filter(({ isConditional }) => isConditional).length };
  };
  const [direct, transitive] = [countOf(true), countOf(false)];
  return {
    byClock: { direct: direct.byClock, transitive: transitive.byClock },
    mayNextRun: { direct: direct.mayNextRun, transitive: transitive.mayNextRun },
  };
}

/** Returns the type and name of a published artifact. Units and sets of scopes have none. */
function publishedName(scope: string | null) {
  if (scope === null || scope.startsWith("unit:") || scope.startsWith("*")) return null;
  const end = scope.indexOf(":");
  return { artifactType: scope.slice(0, end) as ArtifactType, name: scope.slice(end + 1) };
}
