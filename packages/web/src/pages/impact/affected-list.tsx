import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { EvidenceList, ImpactPath } from "./impact-evidence.tsx";
import { type Affected, hopsInWords, versionsOf } from "./impact-text.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { AdoptionBadge } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { ConfidenceBar } from "../../components/figures.tsx";
import { OwnershipSummary } from "../../components/ownership-summary.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { countOf } from "../../format/format.ts";

interface WaveListProps {
  wave: number;
  /** Total number of waves. */
  waves: number;
  rows: readonly Affected[];
  /** The expanded repository. */
  open: string | undefined;
  onOpen: (id: string | undefined) => void;
}

/** Repositories that can roll out together, after the previous waves. */
export function WaveList({ wave, waves, rows, open, onOpen }: WaveListProps) {
  return (
    <section aria-labelledby={`wave-${wave}`} className="mt-5 first-of-type:mt-0">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id={`wave-${wave}`} className="text-14 font-semibold">
          Wave {wave}
          {wave === 1 && waves > 1 && <span className="font-normal text-muted"> · roll out first</span>}
        </h2>
        <span className="text-12 text-muted">{countOf(rows.length, "repository", "repositories")}</span>
      </div>
      <ol className="overflow-hidden rounded-md border">
        {rows.map((row) => (
          <AffectedRow
            key={row.repository.id}
            row={row}
            isOpen={row.repository.id === open}
            onToggle={() => onOpen(row.repository.id === open ? undefined : row.repository.id)}
          />
        ))}
      </ol>
    </section>
  );
}

interface AffectedRowProps {
  row: Affected;
  isOpen: boolean;
  onToggle: () => void;
}

/** An affected repository. `content-visibility` skips the layout of hidden rows. */
function AffectedRow({ row, isOpen, onToggle }: AffectedRowProps) {
  const { repository, adoption, hops, confidence, ownership } = row;
  const reasons = `reasons-${repository.id}`;
  return (
    <li className="border-t [contain-intrinsic-size:auto_44px] [content-visibility:auto] first:border-t-0">
      <button
        type="button"
        data-row-link
        aria-expanded={isOpen}
        aria-controls={isOpen ? reasons : undefined}
        onClick={onToggle}
        className={cx(
          "grid min-h-11 w-full grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-2 text-left text-13 -outline-offset-2 transition-colors hover:bg-hover",
          "md:grid-cols-[1rem_minmax(0,1fr)_8.5rem_4rem_8rem_2rem]",
        )}
      >
        <ChevronRight aria-hidden className={cx("size-4 text-faint", isOpen && "rotate-90")} />
        <span className="min-w-0">
          <span className="flex min-w-0 font-medium">
            <TruncatedName text={repository.full_path} />
          </span>
          {ownership !== null && ownership.bus_factor > 0 && (
            <span className="block truncate text-12 text-muted">
              Maintained by <OwnershipSummary ownership={ownership} />
            </span>
          )}
        </span>
        <span>
          <AdoptionBadge adoption={adoption} />
        </span>
        <span className="hidden text-muted md:block">{hopsInWords(hops)}</span>
        <Version versions={versionsOf(row)} />
        <span className="hidden justify-end md:flex">
          <ConfidenceBar confidence={confidence} />
        </span>
      </button>
      {isOpen && (
        <div id={reasons}>
          <AffectedReasons row={row} />
        </div>
      )}
    </li>
  );
}

const Version = ({ versions: [first, ...others] }: { versions: string[] }) => (
  <span className="hidden min-w-0 items-center gap-1 md:flex" title={[first, ...others].join(", ")}>
    <span className="truncate font-mono text-12 text-muted">{first ?? "no version"}</span>
    {others.length > 0 && <span className="shrink-0 text-12 text-faint">+{others.length}</span>}
  </span>
);

/** The strongest path to a repository, its evidence, and what determines the timing. */
function AffectedReasons({ row }: { row: Affected }) {
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

/** Explains the timing if the strongest path does not determine it. */
function AdoptionDecision({ row }: { row: Affected }) {
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
