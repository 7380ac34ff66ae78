import type { Scan } from "@knockon/contract/resources/scan";
import { Notice } from "../../components/notice.tsx";
import { Section } from "../../components/page-header.tsx";
import { formatCount } from "../../format/format.ts";
import { inWords } from "../../format/words.ts";
import { type Column, RepositoryRowLink } from "../../list/columns.tsx";
import { DataTable } from "../../list/data-table.tsx";

const ADVICE: Readonly<Record<string, string>> = {
  credential_refused: "Replace the token in Settings > Organizations, then scan again.",
  gave_up:
    "Reading the repository failed repeatedly. Scan again. If the error persists, contact support with the scan ID.",
  interrupted:
    "The scan was interrupted three times. Scan again. Repositories that were already read are reused.",
  listing_failed: "Test the connection in Settings > Organizations, then scan again.",
  listing_incomplete:
    "The host returned an incomplete list. No repositories were removed. The next scan tries again.",
  listing_warning: "Other repositories were scanned. Correct the folder or listing file, then scan again.",
  plan_limit: "Repositories beyond your plan's limit keep their previous results.",
  truncated: "The repository has more files than Knockon reads. Results are partial.",
  unreadable: "The commit couldn't be opened. Check that the repository can be cloned, then scan again.",
  worker_died:
    "The worker crashed repeatedly while reading the repository. Scan again. If the error persists, contact support with the scan ID.",
};

/** Returns what to do about a scan error. */
const adviceFor = (code: string): string =>
  ADVICE[code] ?? "Scan again. If the error persists, contact support with the scan ID.";

type RepositoryError = NonNullable<Scan["errors"]>["repo_errors"][number];

/** Scan errors with advice. */
export function ScanErrors({ scan }: { scan: Scan }) {
  if (scan.errors === null) return null;
  const { repo_errors, org_errors = [] } = scan.errors;
  return (
    <>
      {org_errors.map(({ code, message }) => (
        <Notice key={code + message} tone={scan.status === "failed" ? "danger" : "warning"} title={message}>
          {adviceFor(code)}
        </Notice>
      ))}
      {repo_errors.length > 0 && (
        <Section title="Failed repositories" aside={formatCount(scan.failed_repos)}>
          <p className="mb-3 text-13 text-muted">
            Previous results for these repositories are kept. The next scan reads them first.
          </p>
          <DataTable
            caption="Failed repositories"
            rows={repo_errors}
            rowId={({ repository_id }) => repository_id}
            columns={COLUMNS}
          />
        </Section>
      )}
    </>
  );
}

const COLUMNS: Column<RepositoryError>[] = [
  {
    id: "repository",
    header: "Repository",
    width: "w-2/5",
    cell: ({ repository_id, full_path }) => <RepositoryRowLink id={repository_id} text={full_path} />,
  },
  {
    id: "error",
    header: "Error",
    width: "w-3/5",
    cell: ({ code, message }) => (
      <span className="flex flex-col">
        <span className="break-words">{message || inWords(code)}</span>
        <span className="text-12 text-muted">{adviceFor(code)}</span>
      </span>
    ),
  },
];
