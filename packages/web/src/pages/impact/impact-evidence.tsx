import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { useState } from "react";
import { type Affected, type Evidence, isSameLine, placeOf, type RoleOfUse } from "./impact-text.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Badge, LockNote, VersionStateBadge } from "../../components/badges.tsx";
import { BreakableName } from "../../components/breakable-name.tsx";
import { DeclarationLocation } from "../../components/evidence-link.tsx";
import { ConfidenceBar } from "../../components/figures.tsx";
import { RepositoryName, TruncatedName } from "../../components/text.tsx";
import { formatCount } from "../../format/format.ts";
import { confidenceInWords, inWords } from "../../format/words.ts";

type Step = Affected["path"][number];

interface Known {
  /** A confidence that is shown already, and not repeated. */
  known?: number | undefined;
}

/** From here on all steps of the bar are full, which says nothing. */
const CERTAIN = 0.8;

const showsConfidence = (confidence: number, { known }: Known): boolean =>
  confidence < CERTAIN && confidence !== known;

/** A confidence in words and, if it is not certain, as bars. */
export const Certainty = ({ confidence }: { confidence: number }) => (
  <span className="inline-flex items-center gap-1.5 text-12 whitespace-nowrap text-muted">
    Line: {confidenceInWords(confidence)}
    {confidence < CERTAIN && <ConfidenceBar confidence={confidence} />}
  </span>
);

interface ImpactPathProps extends Known {
  name: string;
  path: Affected["path"];
}

/** A path from the root to an affected repository, with what each one declares and publishes. */
export function ImpactPath({ name, path, known }: ImpactPathProps) {
  const [first] = path;
  if (!first) return null;
  return (
    <ol aria-label={name} className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
      <li className="flex min-w-0">
        <Repository repository={first.target} />
      </li>
      {path.map((step) => (
        // Its parts wrap one by one, so that each line is filled.
        <li key={step.source.id} className="contents">
          <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 text-12 text-muted">
            <ArrowRight aria-hidden className="size-3.5 shrink-0" />
            <span className="flex min-w-0 items-baseline gap-1">
              <Declared step={step} />
              <span className="shrink-0">· {inWords(step.role)}</span>
            </span>
            {showsConfidence(step.confidence, { known }) && <Certainty confidence={step.confidence} />}
            <ArrowRight aria-hidden className="size-3.5 shrink-0" />
          </span>
          <Repository repository={step.source} />
          {step.scope !== null && step.scope.name !== step.source.full_path && (
            <span className="inline-flex max-w-full min-w-0 items-center gap-1 text-12 text-muted">
              builds <TruncatedName text={step.scope.name} />
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

interface DirectUseProps {
  step: Step;
  /** All declarations of the dependent. */
  lines: readonly Evidence[];
}

/** The artifact that a direct dependent declares, unless the declarations name it: a path of one hop would repeat the row. */
export function DirectUse({ step: { artifact, dependency_type }, lines }: DirectUseProps) {
  if (artifact === null || lines.some(({ raw_reference }) => raw_reference.includes(artifact.name)))
    return null;
  return (
    <p className="text-muted">
      Uses <BreakableName text={artifact.name} /> ({inWords(dependency_type)})
    </p>
  );
}

const Declared = ({ step: { artifact, dependency_type } }: { step: Step }) =>
  artifact === null ? (
    <span className="truncate">{inWords(dependency_type)}</span>
  ) : (
    <TruncatedName text={artifact.name} />
  );

function Repository({ repository: { id, full_path } }: { repository: Affected["repository"] }) {
  const { workspace } = useWorkspace();
  return (
    <Link
      to="/w/$slug/repositories/$repositoryId"
      params={{ slug: workspace.slug, repositoryId: id }}
      className="flex min-w-0 rounded-sm border bg-canvas px-1.5 py-0.5 hover:bg-hover"
    >
      <RepositoryName path={full_path} />
    </Link>
  );
}

/** Lines shown before the list is expanded. */
const SHOWN = 5;

interface EvidenceListProps {
  name: string;
  /** The repository that contains the files. */
  repositoryId: string;
  evidence: readonly Evidence[];
  /** Number of declarations that are not in `evidence`. */
  more: number;
  deciding?: Evidence | null;
  /** Shows the remaining declarations on the repository's page. */
  search?: { tab: "dependencies"; role?: RoleOfUse["role"] };
}

/** Declarations. Lists the first few and says how many more there are. */
export function EvidenceList(props: EvidenceListProps) {
  const { name, repositoryId, evidence, more, deciding = null, search = { tab: "dependencies" } } = props;
  const { slug } = useWorkspace().workspace;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? evidence : evidence.slice(0, SHOWN);
  const hidden = evidence.length - shown.length;
  return (
    <>
      <ul aria-label={name} className="flex flex-col gap-3">
        {shown.map((line, at) => (
          <li key={`${placeOf(line)} ${line.raw_reference} ${line.version_constraint}`}>
            <EvidenceLine
              repositoryId={repositoryId}
              line={line}
              isDeciding={deciding !== null && isSameLine(deciding, line)}
              known={at === 0 ? undefined : evidence[0]?.confidence}
            />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="self-start text-accent hover:underline"
        >
          Show {formatCount(hidden)} more
        </button>
      )}
      {more > 0 && (
        <p className="text-muted">
          and {formatCount(more)} more in{" "}
          <Link
            to="/w/$slug/repositories/$repositoryId"
            params={{ slug, repositoryId }}
            search={search}
            className="text-accent hover:underline"
          >
            its dependencies
          </Link>
        </p>
      )}
    </>
  );
}

interface EvidenceLineProps extends Known {
  repositoryId: string;
  line: Evidence;
  isDeciding: boolean;
}

/** A declaration: place, reference, version, lock, and confidence unless it is that of another. Tags are beside it, and on a phone below. */
export const EvidenceLine = ({ repositoryId, line, isDeciding, known }: EvidenceLineProps) => (
  <span className="grid items-start gap-x-3 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto]">
    <span className="min-w-0">
      <DeclarationLocation
        repositoryId={repositoryId}
        file={line.source_file}
        line={line.source_line}
        raw={line.raw_reference}
        marked={line.version_constraint}
        owner={line.owner}
        hasCommit
      />
    </span>
    <span className="flex min-w-0 flex-wrap items-center gap-2">
      {isDeciding && <Badge tone="accent">Sets the timing</Badge>}
      {line.locked && <LockNote locked={line.locked} />}
      <VersionStateBadge state={line.version_constraint_state} />
      {line.confidence !== known && <Certainty confidence={line.confidence} />}
    </span>
  </span>
);
