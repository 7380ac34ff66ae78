import type { Scan } from "@knockon/contract/resources/scan";
import { Notice } from "../../components/notice.tsx";
import { Section } from "../../components/section.tsx";
import { formatCount } from "../../format/count.ts";
import { inWords } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { DataTable } from "../../list/data-table.tsx";
import { RepositoryRowLink } from "../../list/repository-row-link.tsx";
import { adviceFor } from "./error-advice.ts";

type RepositoryError = NonNullable<Scan["errors"]>["repo_errors"][number];

/** What could not be read, why, and what to do about it. */
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
