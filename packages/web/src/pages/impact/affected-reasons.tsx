import { Link } from "@tanstack/react-router";
import { useWorkspace } from "../../api/workspace-context.ts";
import { AdoptionDecision } from "./adoption-decision.tsx";
import type { Affected } from "./affected.ts";
import { EvidenceList } from "./evidence-list.tsx";
import { ImpactPath } from "./impact-path.tsx";

/** Why a repository is hit, and when: the strongest path to it, every line that makes its last step, and what else decides. */
export function AffectedReasons({ row }: { row: Affected }) {
  const { workspace } = useWorkspace();
  const { slug } = workspace;
  const { repository, path, evidence, cycle_group } = row;
  const links = "text-accent hover:underline";
  return (
    <div className="flex flex-col gap-4 border-t bg-sunken px-3 py-4 text-13 md:pl-10">
      <ImpactPath name="Strongest path" path={path} />
      {cycle_group !== null && (
        <p className="text-muted">
          Part of a dependency cycle. The repositories in the cycle must roll out together.
        </p>
      )}
      <EvidenceList name="Evidence" repositoryId={repository.id} evidence={evidence} />
      <AdoptionDecision row={row} />
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <Link
          to="/w/$slug/repositories/$repositoryId"
          params={{ slug, repositoryId: repository.id }}
          className={links}
        >
          View repository
        </Link>
        <Link
          to="/w/$slug/impact"
          params={{ slug }}
          search={{ repository_id: repository.id }}
          className={links}
        >
          View its impact
        </Link>
      </p>
    </div>
  );
}
