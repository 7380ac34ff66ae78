import { VersionStateBadge } from "../../components/version-state-badge.tsx";
import { countOf } from "../../format/count.ts";
import { DeclarationPlace } from "../repository/declaration-place.tsx";
import type { Affected } from "./affected.ts";

/** One repository can name another in hundreds of files. */
const SHOWN = 20;

interface EvidenceListProps {
  name: string;
  /** In whose files it stands. */
  repositoryId: string;
  evidence: Affected["evidence"];
}

/** The lines that say that one repository uses another. */
export const EvidenceList = ({ name, repositoryId, evidence }: EvidenceListProps) => (
  <>
    <ul aria-label={name} className="flex flex-col gap-3">
      {evidence.slice(0, SHOWN).map((line) => (
        <li
          key={`${line.source_file}:${line.source_line} ${line.raw_reference} ${line.version_constraint}`}
          className="flex items-start justify-between gap-3"
        >
          <span className="min-w-0">
            <DeclarationPlace
              repositoryId={repositoryId}
              file={line.source_file}
              line={line.source_line}
              raw={line.raw_reference}
            />
          </span>
          <VersionStateBadge state={line.version_constraint_state} />
        </li>
      ))}
    </ul>
    {evidence.length > SHOWN && (
      <p className="text-muted">and {countOf(evidence.length - SHOWN, "more line", "more lines")}</p>
    )}
  </>
);
