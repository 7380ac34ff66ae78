import { AdoptionBadge } from "../../components/adoption-badge.tsx";
import type { Affected } from "./affected.ts";
import { EvidenceList } from "./evidence-list.tsx";
import { ImpactPath } from "./impact-path.tsx";

/** Why a repository takes the change when it does, where its own lines of the strongest path do not tell. */
export function AdoptionDecision({ row }: { row: Affected }) {
  const decision = row.adoption_decision;
  if (!decision) return null;
  const { repository, path, evidence } = decision;
  const isSamePath = idsOf(path) === idsOf(row.path);
  const ownReason = isSamePath ? "because of other declarations in this repository" : "through another path";
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <AdoptionBadge adoption={row.adoption} />
        {repository.id === row.repository.id ? ownReason : `because of ${repository.full_path}`}
      </p>
      {!isSamePath && <ImpactPath name="Path that determines timing" path={path} />}
      <EvidenceList name="Evidence for timing" repositoryId={repository.id} evidence={evidence} />
    </div>
  );
}

const idsOf = (path: Affected["path"]): string => path.map(({ source }) => source.id).join();
