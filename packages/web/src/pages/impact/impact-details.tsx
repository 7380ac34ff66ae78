import { countArchived } from "@knockon/contract/check/words";
import { Link } from "@tanstack/react-router";
import { Archive } from "lucide-react";
import { useState } from "react";
import { Omitted } from "./impact-caveats.tsx";
import { type NameOwner, ownersInWords } from "./impact-owners.ts";
import { asksForMentions, type ImpactSearch } from "./impact-search.ts";
import { archivedInWords, distanceInBrief } from "./impact-text.ts";
import type { ListedImpact } from "./use-impact.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { cx } from "../../components/dom.ts";
import { TimeAgo } from "../../components/text.tsx";

interface ImpactDetailsProps {
  /** Of all timings. */
  whole: ListedImpact;
  search: ImpactSearch;
  nameOwner: NameOwner;
  /** How far the repositories are. Empty if they only mention the root. */
  distance: string;
  /** The root is archived, which no mark says. */
  isRootArchived: boolean;
}

/** Below the sentence: how far the repositories are, who owns them and what is left out. A phone shows the distance and the owners, and the rest on demand. */
export function ImpactDetails(props: ImpactDetailsProps) {
  const { whole, search, nameOwner, distance, isRootArchived } = props;
  const { slug } = useWorkspace().workspace;
  const [isWhole, setWhole] = useState(false);
  const { impact } = whole;
  const owners = asksForMentions(search) ? undefined : ownersInWords(impact, nameOwner);
  const { completed_at: scannedAt } = impact.scan;
  const words = archivedInWords(isRootArchived, countArchived(impact.summary));
  const brief = distance === "" ? "" : distanceInBrief(impact);
  const isBrief = brief !== "" && !isWhole;
  return (
    <p className="mt-1.5 text-pretty text-muted empty:hidden max-sm:mt-1 max-sm:text-13">
      {isBrief && <span className="sm:hidden">{brief}</span>}
      <span className={cx("empty:hidden", isBrief && "max-sm:hidden")}>
        {distance}
        <Omitted impact={impact} search={search} />
      </span>
      {owners && (
        <>
          {/* A name is on the line of its note. */}
          {` ${owners.start.replaceAll(" (", "\u00a0(")}`}
          {owners.link !== undefined && (
            <>
              {" "}
              <Link
                to="/w/$slug/impact"
                params={{ slug }}
                search={{ ...search, group: "owner", open: undefined }}
                resetScroll={false}
                className="whitespace-nowrap underline decoration-line-strong underline-offset-2 hover:decoration-current"
              >
                {owners.link}
              </Link>
            </>
          )}
          .
        </>
      )}
      <span className={cx("empty:hidden", isBrief && "max-sm:hidden")}>
        {words !== "" && (
          <>
            {" "}
            {/* On one line, so that no single word is on the last one. */}
            <span className="whitespace-nowrap max-sm:whitespace-normal sm:inline-block">
              <Archive aria-hidden className="mr-1 inline size-3.5 align-[-2px]" />
              {words}
            </span>
          </>
        )}
        {scannedAt !== null && (
          <span className="whitespace-nowrap">
            {" "}
            Scanned <TimeAgo at={scannedAt} />.
          </span>
        )}
      </span>
      {brief !== "" && (
        <>
          {" "}
          <button
            type="button"
            aria-expanded={isWhole}
            aria-label={isWhole ? "Less about the impact" : "More about the impact"}
            onClick={() => setWhole(!isWhole)}
            className="font-medium text-accent hover:underline sm:hidden"
          >
            {isWhole ? "Less" : "More"}
          </button>
        </>
      )}
    </p>
  );
}
