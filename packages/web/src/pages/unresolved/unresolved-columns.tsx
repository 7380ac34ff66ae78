import type { UnresolvedDeclaration } from "@knockon/contract/resources/repository";
import type { z } from "zod";
import { REASON_WORDS } from "../../format/reason-words.ts";
import { inHeading } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { RepositoryRowLink } from "../../list/repository-row-link.tsx";
import { DeclarationPlace } from "../repository/declaration-place.tsx";

type Unresolved = z.output<typeof UnresolvedDeclaration>;

export const UNRESOLVED_COLUMNS: Column<Unresolved>[] = [
  {
    id: "reference",
    header: "Reference",
    width: "w-full md:w-1/3",
    value: ({ raw_reference }) => raw_reference,
    cell: ({ raw_reference, source_repository }) => (
      <RepositoryRowLink id={source_repository.id} text={raw_reference} tab="dependencies" />
    ),
  },
  {
    id: "reason",
    header: "Reason",
    width: "min-w-36 md:min-w-52",
    value: ({ reason }) => reason,
    cell: ({ reason }) =>
      reason && (
        <span className="relative text-muted" title={REASON_WORDS[reason].long}>
          {REASON_WORDS[reason].short}
        </span>
      ),
  },
  {
    id: "type",
    header: "Type",
    from: "lg",
    width: "min-w-36",
    value: ({ dependency_type }) => dependency_type,
    cell: ({ dependency_type }) => (
      <span className="block truncate text-muted">{inHeading(dependency_type)}</span>
    ),
  },
  {
    id: "place",
    header: "Evidence",
    from: "md",
    width: "md:w-2/5",
    value: ({ source_repository, source_file }) => `${source_repository.full_path} ${source_file}`,
    cell: ({ source_repository, source_file, source_line }) => (
      <DeclarationPlace
        repositoryId={source_repository.id}
        file={source_file}
        line={source_line}
        raw={source_repository.full_path}
      />
    ),
  },
];
