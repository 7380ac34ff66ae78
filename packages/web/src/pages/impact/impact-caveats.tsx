import type { Impact } from "@knockon/contract/resources/impact";
import { Link } from "@tanstack/react-router";
import { asksForMentions, changeQuery, type ImpactSearch, MENTIONS_QUERY } from "./impact-search.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Notice } from "../../components/notice.tsx";
import { countOf } from "../../format/format.ts";

/** Before the first scan, and after an upgrade that discards stored graphs. */
export function Unscanned() {
  const { slug } = useWorkspace().workspace;
  return (
    <Notice tone="warning" title="Scan this organization again">
      Its dependents are unknown, because no scan has completed since Knockon was set up or upgraded.{" "}
      <Link to="/w/$slug/scans" params={{ slug }} className="underline underline-offset-2">
        Go to scans
      </Link>
    </Notice>
  );
}

/** A file or directory that is part of no artifact, so its dependents are unknown. */
export function UnusedPaths({ impact: { root, unresolved } }: { impact: Impact }) {
  return (
    <Notice tone="warning" title={`Nothing is built from ${unresolved.paths.join(", ")}`}>
      No known artifact of {root.full_path} is built from this file or directory, and no repository names it.
      Check the path, or leave it empty for the whole repository.
    </Notice>
  );
}

/** Explains why the impact may be incomplete, and what it leaves out. */
export function ImpactCaveats({ impact, search }: { impact: Impact; search: ImpactSearch }) {
  const { workspace } = useWorkspace();
  const { complete, scan, unresolved, summary } = impact;
  const { slug } = workspace;
  const mentions = search.role === undefined ? summary.mentions : 0;
  if (complete && unresolved.below_floor === 0 && mentions === 0) return null;
  return (
    <div className="mb-6 flex flex-col gap-2">
      {!complete && (
        <Notice tone="warning" title="Results may be incomplete">
          {scan.id === null ? (
            "This organization has never completed a scan, so some dependents may be missing."
          ) : (
            <>
              {countOf(unresolved.failed_repositories, "repository", "repositories")} couldn't be read in{" "}
              <Link
                to="/w/$slug/scans/$scanId"
                params={{ slug, scanId: scan.id }}
                className="underline underline-offset-2"
              >
                the last scan
              </Link>
              , so some dependents may be missing.
            </>
          )}
        </Notice>
      )}
      {mentions > 0 && (
        <Omitted
          text={`${countOf(mentions, "more repository only mentions it", "more repositories only mention it")}: documentation, fixtures, copies.`}
          link="Show mentions"
          search={changeQuery(search, MENTIONS_QUERY)}
        />
      )}
      {unresolved.below_floor > 0 && (
        <Omitted
          text={
            asksForMentions(search)
              ? `${countOf(unresolved.below_floor, "more repository mentions", "more repositories mention")} it with lower confidence.`
              : `${countOf(unresolved.below_floor, "more repository depends", "more repositories depend")} on it based on weaker evidence.`
          }
          link="Include weaker evidence"
          search={changeQuery(search, { min_confidence: 0 })}
        />
      )}
    </div>
  );
}

/** One line about repositories that are not listed, with a link to a query that lists them. */
function Omitted({ text, link, search }: { text: string; link: string; search: ImpactSearch }) {
  const { slug } = useWorkspace().workspace;
  return (
    <p className="text-13 text-muted">
      {text}{" "}
      <Link
        to="/w/$slug/impact"
        params={{ slug }}
        search={search}
        className="text-accent underline underline-offset-2"
      >
        {link}
      </Link>
    </p>
  );
}
