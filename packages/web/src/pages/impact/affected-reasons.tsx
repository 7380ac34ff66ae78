import { Link } from "@tanstack/react-router";
import { useWorkspace } from "../../api/workspace-context.ts";
import { VersionStateBadge } from "../../components/version-state-badge.tsx";
import { countOf } from "../../format/count.ts";
import { DeclarationPlace } from "../repository/declaration-place.tsx";
import type { Affected } from "./affected.ts";
import { ImpactPath } from "./impact-path.tsx";

/** One repository can name another in hundreds of files. */
const SHOWN = 20;

/** Why a repository is hit: the strongest path to it, and every line that makes its last step. */
export function AffectedReasons({ row }: { row: Affected }) {
  const { workspace } = useWorkspace();
  const { slug } = workspace;
  const { repository, path, evidence, cycle_group } = row;
  const links = "text-accent hover:underline";
  return (
    <div className="flex flex-col gap-4 border-t bg-sunken px-3 py-4 text-13 md:pl-10">
      <ImpactPath path={path} />
      {cycle_group !== null && (
        <p className="text-muted">
          It is in a cycle with others of this wave: they depend on each other, and take the change together.
        </p>
      )}
      <ul aria-label="Evidence" className="flex flex-col gap-3">
        {evidence.slice(0, SHOWN).map((line) => (
          <li
            key={`${line.source_file}:${line.source_line} ${line.raw_reference} ${line.version_constraint}`}
            className="flex items-start justify-between gap-3"
          >
            <span className="min-w-0">
              <DeclarationPlace
                repositoryId={repository.id}
                file={line.source_file}
                line={line.source_line}
                raw={line.raw_reference}
              />
            </span>
            <VersionStateBadge state={line.version_constraint_state} />
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {evidence.length > SHOWN && (
          <span className="text-muted">
            and {countOf(evidence.length - SHOWN, "more line", "more lines")}
          </span>
        )}
        <Link
          to="/w/$slug/repositories/$repositoryId"
          params={{ slug, repositoryId: repository.id }}
          className={links}
        >
          Open the repository
        </Link>
        <Link
          to="/w/$slug/impact"
          params={{ slug }}
          search={{ repository_id: repository.id }}
          className={links}
        >
          What changing it hits
        </Link>
      </p>
    </div>
  );
}
