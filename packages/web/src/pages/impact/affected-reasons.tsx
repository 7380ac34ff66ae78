import { Link } from "@tanstack/react-router";
import { CycleMembers } from "./cycle-members.tsx";
import { Certainty, EvidenceLine, ImpactPath, RoleEvidence } from "./impact-evidence.tsx";
import { type Affected, isDecidedByFirst } from "./impact-text.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { CLOCK_WORDS } from "../../format/words.ts";

interface AffectedReasonsProps {
  row: Affected;
  isMentions: boolean;
  cycle: readonly Affected[];
}

/** When a repository gets the change and why: the deciding line, all declarations by role, and the path. */
export function AffectedReasons({ row, isMentions, cycle }: AffectedReasonsProps) {
  const { workspace } = useWorkspace();
  const { slug } = workspace;
  const { repository, path, roles, clock_repository, clock_evidence } = row;
  const links = "text-accent hover:underline";
  const others = cycle.filter((member) => member !== row);
  return (
    <div className="flex flex-col gap-4 border-t bg-sunken px-3 py-4 text-13 md:pl-10">
      {!isMentions && <ClockReason row={row} />}
      {roles.map((use) => (
        <RoleEvidence
          key={`${use.role} ${use.scope?.artifact_type} ${use.scope?.name}`}
          repositoryId={repository.id}
          use={use}
          deciding={!isMentions && clock_repository.id === repository.id ? clock_evidence : null}
          hasClock={!isMentions && roles.length > 1}
          known={row.confidence}
        />
      ))}
      <section aria-label="Path" className="flex flex-col gap-2">
        <h3 className="font-medium">Path</h3>
        <ImpactPath name="Path" path={path} known={row.confidence} />
      </section>
      {others.length > 0 && (
        <p className="text-muted">
          In a dependency cycle with <CycleMembers members={others} />. Release them together.
        </p>
      )}
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

/** Says when the repository gets the change, and shows the deciding line unless it is listed first below. */
function ClockReason({ row }: { row: Affected }) {
  const { repository, clock, clock_repository, clock_evidence } = row;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p>
          Gets it {CLOCK_WORDS[clock].one}. <span className="text-muted">{CLOCK_WORDS[clock].long}</span>
        </p>
        <Certainty confidence={row.confidence} />
      </div>
      {clock_evidence && !isDecidedByFirst(row) && (
        <section aria-label="Deciding declaration" className="flex flex-col gap-2">
          <h3 className="font-medium">
            {clock_repository.id === repository.id
              ? "Deciding declaration"
              : `Deciding declaration, in ${clock_repository.full_path}`}
          </h3>
          <EvidenceLine
            repositoryId={clock_repository.id}
            line={clock_evidence}
            isDeciding={false}
            known={row.confidence}
          />
        </section>
      )}
    </div>
  );
}
