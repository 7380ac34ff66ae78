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

/** Explains why the impact may be incomplete. */
export function ImpactCaveats({ impact: { complete, scan, unresolved } }: { impact: Impact }) {
  const { slug } = useWorkspace().workspace;
  if (complete) return null;
  return (
    <div className="mb-6">
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
    </div>
  );
}

/** What the impact leaves out, each with a link to a question that includes it: mentions, and weaker evidence. */
export function Omitted({
  impact: { summary, unresolved },
  search,
}: {
  impact: Impact;
  search: ImpactSearch;
}) {
  const mentions = search.role === undefined ? summary.mentions : 0;
  const isMentions = asksForMentions(search);
  return (
    <>
      {mentions > 0 && (
        <OmittedLink
          text={countOf(mentions, "more only mentions it", "more only mention it")}
          title="Documentation, fixtures, copies"
          search={changeQuery(search, MENTIONS_QUERY)}
        />
      )}
      {unresolved.below_floor > 0 && (
        <OmittedLink
          text={
            isMentions
              ? countOf(unresolved.below_floor, "more mentions it less surely", "more mention it less surely")
              : countOf(unresolved.below_floor, "more on weaker evidence", "more on weaker evidence")
          }
          title="Include weaker evidence"
          search={changeQuery(search, { min_confidence: 0 })}
        />
      )}
    </>
  );
}

function OmittedLink({ text, title, search }: { text: string; title: string; search: ImpactSearch }) {
  const { slug } = useWorkspace().workspace;
  return (
    <>
      {" "}
      <Link
        to="/w/$slug/impact"
        params={{ slug }}
        search={search}
        title={title}
        className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
      >
        {text}
      </Link>
      .
    </>
  );
}
