import type { Impact } from "@knockon/contract/resources/impact";
import { Link } from "@tanstack/react-router";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Notice } from "../../components/notice.tsx";
import { countOf } from "../../format/count.ts";
import { askOther, type ImpactSearch } from "./impact-search.ts";

/** Why more could be hit than the answer says. */
export function ImpactDoubts({ impact, search }: { impact: Impact; search: ImpactSearch }) {
  const { workspace } = useWorkspace();
  const { complete, scan, unresolved } = impact;
  const { slug } = workspace;
  if (complete && unresolved.below_floor === 0) return null;
  return (
    <div className="-mt-3 mb-6 flex flex-col gap-2">
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
      {unresolved.below_floor > 0 && (
        <p className="text-13 text-muted">
          {countOf(unresolved.below_floor, "more repository depends", "more repositories depend")} on it based
          on weaker evidence.{" "}
          <Link
            to="/w/$slug/impact"
            params={{ slug }}
            search={askOther(search, { min_confidence: 0 })}
            className="text-accent underline underline-offset-2"
          >
            Include weaker evidence
          </Link>
        </p>
      )}
    </div>
  );
}
