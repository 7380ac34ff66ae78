import type { Dependency, Dependent } from "@knockon/contract/resources/repository";
import { ConfidenceBar } from "../../components/confidence-bar.tsx";
import { VersionCell } from "../../components/version-cell.tsx";
import { inHeading } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { DeclarationPlace } from "./declaration-place.tsx";

/** What dependents and dependencies have in common; `declaredIn` tells in whose files a row stands. */
export const declarationColumns = <Row extends Dependent | Dependency>(
  declaredIn: (row: Row) => string,
): Column<Row>[] => [
  {
    id: "version",
    header: "Version",
    width: "min-w-36",
    value: ({ version_constraint_state }) => version_constraint_state,
    cell: ({ version_constraint, version_constraint_state }) => (
      <VersionCell state={version_constraint_state} constraint={version_constraint} />
    ),
  },
  {
    id: "type",
    header: "Type",
    from: "lg",
    width: "min-w-32",
    value: ({ dependency_type }) => dependency_type,
    cell: ({ dependency_type }) => (
      <span className="block truncate text-muted">{inHeading(dependency_type)}</span>
    ),
  },
  {
    id: "confidence",
    header: "Confidence",
    from: "md",
    width: "min-w-24",
    value: ({ confidence }) => confidence,
    cell: ({ confidence, target_repository }) =>
      target_repository ? (
        <span className="relative">
          <ConfidenceBar confidence={confidence} />
        </span>
      ) : (
        <span className="text-faint">–</span>
      ),
  },
  {
    id: "place",
    header: "Evidence",
    from: "md",
    width: "md:w-1/3",
    value: ({ source_file }) => source_file,
    cell: (row) => (
      <DeclarationPlace
        repositoryId={declaredIn(row)}
        file={row.source_file}
        line={row.source_line}
        raw={row.raw_reference}
      />
    ),
  },
];
