import { fromThousandths } from "../confidence.ts";
import type { EdgeIdentity } from "../edges.ts";
import type { AffectedRepository, Impact, PathEdge } from "./impact.ts";

/** Maximum number of declarations listed per edge. */
export const MAX_EVIDENCE = 20;

/** What the API's `Impact` resource contains beyond the graph. */
export interface ImpactContext<Reference, Evidence, Ownership, Scan> {
  root: Reference;
  /** The last scan that published the root's organization. */
  scan: Scan;
  /** False if the graph may lack edges. */
  complete: boolean;
  failedRepositories: number;
  query: { minConfidence: number; maxDepth: number };
  /** The page of `impact.affected` to present. */
  affected: readonly AffectedRepository[];
  findReference: (repositoryId: string) => Reference | undefined;
  /** Returns the declarations of an edge, highest confidence first. */
  getEvidence: (edge: EdgeIdentity) => readonly Evidence[];
  findOwnership: (repositoryId: string) => Ownership | undefined;
}

/** Returns the API's `Impact` resource with camelCase fields. Throws if an affected repository has no reference. */
export function presentImpact<Reference, Evidence, Ownership, Scan>(
  impact: Impact,
  context: ImpactContext<Reference, Evidence, Ownership, Scan>,
) {
  const { root, scan, complete, failedRepositories, query, findReference, findOwnership } = context;
  const getReference = (repositoryId: string): Reference => {
    const reference = findReference(repositoryId);
    if (!reference) throw new Error(`The graph contains repository ${repositoryId}, which does not exist.`);
    return reference;
  };
  const getEvidence = (edge: EdgeIdentity | undefined): Evidence[] =>
    edge ? context.getEvidence(edge).slice(0, MAX_EVIDENCE) : [];
  const presentPath = (path: readonly PathEdge[]) =>
    path.map(({ source, target, dependencyType, confidence }) => ({
      source: getReference(source),
      target: getReference(target),
      dependencyType,
      confidence: fromThousandths(confidence),
    }));
  return {
    root,
    scan,
    complete,
    appliedMinConfidence: query.minConfidence,
    maxDepth: query.maxDepth,
    summary: impact.summary,
    affected: context.affected.map(
      ({ repositoryId, hops, confidence, path, adoption, decidedBy, wave, cycleGroup }) => ({
        repository: getReference(repositoryId),
        hops,
        confidence: fromThousandths(confidence),
        path: presentPath(path),
        evidence: getEvidence(path.at(-1)),
        adoption,
        adoptionDecision: decidedBy && {
          path: presentPath(decidedBy.path),
          repository: getReference(decidedBy.edge.source),
          evidence: getEvidence(decidedBy.edge),
        },
        wave,
        cycleGroup,
        ownership: findOwnership(repositoryId) ?? null,
      }),
    ),
    waves: impact.waves,
    chokePoints: impact.chokePoints.flatMap(({ repositoryId, dominates }) => {
      const repository = findReference(repositoryId);
      return repository ? [{ repository, dominates }] : [];
    }),
    unresolved: { failedRepositories, belowFloor: impact.belowFloor },
  };
}
