import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import type { Affected } from "./impact-text.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { VersionStateBadge } from "../../components/badges.tsx";
import { DeclarationLocation } from "../../components/evidence-link.tsx";
import { ConfidenceBar } from "../../components/figures.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { countOf } from "../../format/format.ts";
import { inWords } from "../../format/words.ts";

/** A path from the root to an affected repository. */
export function ImpactPath({ name, path }: { name: string; path: Affected["path"] }) {
  const [first] = path;
  if (!first) return null;
  return (
    <ol aria-label={name} className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
      <li className="flex min-w-0">
        <Repository repository={first.target} />
      </li>
      {path.map(({ source, dependency_type, confidence }) => (
        <li key={source.id} className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="inline-flex shrink-0 items-center gap-1.5 text-12 text-muted">
            <ArrowRight aria-hidden className="size-3.5" />
            {inWords(dependency_type)}
            <ConfidenceBar confidence={confidence} />
            <ArrowRight aria-hidden className="size-3.5" />
          </span>
          <Repository repository={source} />
        </li>
      ))}
    </ol>
  );
}

function Repository({ repository: { id, full_path } }: { repository: Affected["repository"] }) {
  const { workspace } = useWorkspace();
  return (
    <Link
      to="/w/$slug/repositories/$repositoryId"
      params={{ slug: workspace.slug, repositoryId: id }}
      className="flex min-w-0 rounded-sm border bg-canvas px-1.5 py-0.5 hover:bg-hover"
    >
      <TruncatedName text={full_path} />
    </Link>
  );
}

/** A repository can reference another one in hundreds of files. */
const SHOWN = 20;

interface EvidenceListProps {
  name: string;
  /** The repository that contains the file. */
  repositoryId: string;
  evidence: Affected["evidence"];
}

/** The declarations behind an edge. */
export const EvidenceList = ({ name, repositoryId, evidence }: EvidenceListProps) => (
  <>
    <ul aria-label={name} className="flex flex-col gap-3">
      {evidence.slice(0, SHOWN).map((line) => (
        <li
          key={`${line.source_file}:${line.source_line} ${line.raw_reference} ${line.version_constraint}`}
          className="flex items-start justify-between gap-3"
        >
          <span className="min-w-0">
            <DeclarationLocation
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
