import type { Part } from "../row.ts";

const SERVICE = "acceptance/src/service/scans.test.ts";
const TRIGGER = `${SERVICE} > POST /connected-orgs/{id}/scans`;
const CANCEL = `${SERVICE} > POST /scans/{id}/cancel`;
const ENDS = `${SERVICE} > how a scan ends`;
const LIFE = "core/src/scan/lifecycle.test.ts";
const PUSHES = "core/src/scan/rescan.test.ts > pushes";

const OVER_LIMIT =
  "core/src/scan/plan-limit.test.ts > a scan of more repositories than the plan includes > reads those known the longest and skips the others, which is said once and no failure";

export const SCANS: Part = {
  title: "Scans",
  rows: [
    {
      says: "scan_type incremental is the default",
      test: `${TRIGGER} > 202 with a pending scan, incremental unless told otherwise`,
    },
    {
      says: "incremental reuses the snapshots of unchanged repositories",
      test: [
        "acceptance/src/service/git-hosts.test.ts > an organization on %s > is not read again where nothing changed",
        `${LIFE} > a scan with nothing changed > reads no repository and writes no declaration and no artifact`,
      ],
    },
    {
      says: "full extracts everything again",
      test: `${LIFE} > a scan with nothing changed > reads every repository if it is full, and still writes nothing that is the same`,
    },
    {
      says: "What started a scan is internal",
      test: `${TRIGGER} > 202 with a pending scan, incremental unless told otherwise`,
    },
    {
      says: "scanned_repos includes the unchanged",
      test: "core/src/scan/unchanged.test.ts > a scan that finds nothing new > fetches nothing and writes nothing, and counts every repository",
    },
    {
      says: "skipped_repos counts the empty",
      test: `${ENDS} > completed, with what is empty skipped`,
    },
    { says: "skipped_repos counts those over the plan's limit", test: OVER_LIMIT },
    { says: "skipped_repos counts those ignored by rule", notAssertable: "there is no such rule" },
    {
      says: "At the end total = scanned + skipped + failed",
      test: [
        `${LIFE} > a scan > counts up: total = scanned + skipped + failed, with the empty ones skipped`,
        "core/src/scan/simulation.test.ts > 200 schedules of crashes, faults and changes from seed 1 > violate nothing",
      ],
    },
    {
      says: "Over the limit the longest-known repositories are kept, and the org error plan_limit is added",
      test: OVER_LIMIT,
    },
    {
      says: "failed_repos and interruption_count are always present, 0 unless more",
      test: `${TRIGGER} > 202 with a pending scan, incremental unless told otherwise`,
    },
    {
      says: "errors is null, or {repo_errors: [{repository_id, full_path, code, message}], org_errors?: [{code, message}]}",
      test: [
        `${ENDS} > partial when a repository cannot be read, which is named`,
        `${ENDS} > failed when the org cannot be listed, and the org keeps what it had`,
        `${ENDS} > completed, with what is empty skipped`,
      ],
    },
    {
      says: "POST /connected-orgs/{id}/scans {scan_type?} → 202 Scan",
      test: `${TRIGGER} > 202 with a pending scan, incremental unless told otherwise`,
    },
    {
      says: "Member and up trigger a scan",
      test: [
        "contract/src/operations/access.test.ts > the least role > member",
        "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares > $id: $status for $caller",
      ],
    },
    {
      says: "One in flight per org → 409 with the running scan's id in scan_id",
      test: [
        `${TRIGGER} > 409 with the id of the scan that is in flight, until that has ended`,
        `${LIFE} > POST /connected-orgs/{id}/scans > starts one at a time per org, and names the one under way`,
      ],
    },
    {
      says: "GET /scans/{id}, GET /connected-orgs/{id}/scans",
      test: `${SERVICE} > GET /connected-orgs/{id}/scans is newest first, and the first is the org's last_scan`,
    },
    {
      says: "Clients poll: the counts move while it runs",
      test: "core/src/scan/progress.test.ts > a scan's counts move while it runs",
    },
    {
      says: "pending → running at first dispatch, running → completed when the whole loop ran without a failure",
      test: `${LIFE} > a scan > goes from pending over running to completed`,
    },
    {
      says: "running → partial when the whole loop ran and failed_repos > 0",
      test: `${ENDS} > partial when a repository cannot be read, which is named`,
    },
    {
      says: "→ failed when the listing failed",
      test: `${ENDS} > failed when the org cannot be listed, and the org keeps what it had`,
    },
    {
      says: "→ failed when the credential is refused",
      test: "acceptance/src/service/git-hosts.test.ts > an organization on %s > whose token is revoked in the middle fails the scan, keeps the graph, and says so until another is accepted",
    },
    {
      says: "→ failed at the third interruption",
      test: "core/src/scan/sweep-scans.test.ts > a scan that stands still > fails at the third interruption, naming why",
    },
    {
      says: "Cancel: already cancelled → 200, same Scan",
      test: `${CANCEL} > 200 with the same scan for one that is cancelled already`,
    },
    { says: "Cancel: completed, partial, failed → 409", test: `${CANCEL} > 409 for one that is %s` },
    {
      says: "No write of a scan after it is cancelled",
      test: [
        `${CANCEL} > cancels what is pending, for good: its messages come to nothing`,
        "core/src/scan/cancel-scan.test.ts > a cancelled scan is not written to, nor published > when cancelled while a repository is %s",
        "core/src/scan/cancel-scan.test.ts > a cancelled scan is not written to, nor published > when cancelled during its finish",
      ],
    },
    {
      says: "A failed repository keeps its previous declarations in the new graph",
      test: `${LIFE} > a scan > is partial when a repository cannot be read, which keeps its previous declarations`,
    },
    {
      says: "A failed repository is first in the next scan",
      test: `${LIFE} > a scan > reads first what failed in the last one, and takes its news`,
    },
    {
      says: "A host's rate limit is neither failure nor interruption",
      test: "acceptance/src/service/git-hosts.test.ts > an organization on %s > that is busy in the middle is waited for, which is no interruption",
    },
    {
      says: "The quota is shared per credential",
      test: "core/src/scan/busy-host.test.ts > a host that limits requests > is left alone by every org of the same credential",
    },
    {
      says: "10,000 repositories at 5,000 requests an hour complete with interruption_count 0",
      test: "core/src/scan/busy-host.test.ts > a host that limits requests > lets a scan of 10000 repositories at 5000 an hour complete, without failure or interruption",
    },
    {
      says: "A push marks its repository",
      test: "core/src/scan/rescan.test.ts > a push > reads the pushed repository, and asks nothing of the listing",
    },
    {
      says: "A git host tells of a push",
      test: "acceptance/src/service/webhooks.test.ts > POST /webhooks/%s > turns a push into the edge that it made",
    },
    {
      says: "One coalesced incremental scan follows, at most one per org per minute",
      test: `${PUSHES} > within a minute of a scan become one scan when the minute is over`,
    },
    { says: "Also when a scan is running", test: `${PUSHES} > during a scan wait for its end` },
  ],
};
