import { ChevronRight } from "lucide-react";
import { AdoptionBadge } from "../../components/adoption-badge.tsx";
import { cx } from "../../components/class-names.ts";
import { ConfidenceBar } from "../../components/confidence-bar.tsx";
import { Middle } from "../../components/middle.tsx";
import { OwnershipSummary } from "../../components/ownership-summary.tsx";
import { hopsInWords, versionsOf, type Affected } from "./affected.ts";
import { AffectedReasons } from "./affected-reasons.tsx";

interface AffectedRowProps {
  row: Affected;
  isOpen: boolean;
  onToggle: () => void;
}

/** One repository that is hit; its reasons on request. What is out of sight is not laid out, so that hundreds stay fluent. */
export function AffectedRow({ row, isOpen, onToggle }: AffectedRowProps) {
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
            <Middle text={repository.full_path} />
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
