import type { UnresolvedDeclaration } from "@knockon/contract/resources/repository";
import { Link } from "@tanstack/react-router";
import type { z } from "zod";
import { Middle } from "../../components/middle.tsx";
import { REASON_WORDS } from "../../format/reason-words.ts";
import { inHeading } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ROW_LINK } from "../../list/row-link.ts";
import { DeclarationPlace } from "../repository/declaration-place.tsx";

type Unresolved = z.output<typeof UnresolvedDeclaration>;

export const unresolvedColumns = (slug: string): Column<Unresolved>[] => [
  {
    id: "reference",
    header: "Reference",
    width: "w-full md:w-1/3",
    value: ({ raw_reference }) => raw_reference,
    cell: ({ raw_reference, source_repository }) => (
      <Link
        to="/w/$slug/repositories/$repositoryId"
        params={{ slug, repositoryId: source_repository.id }}
        search={{ tab: "dependencies" }}
        {...ROW_LINK}
      >
        <Middle text={raw_reference} />
      </Link>
    ),
  },
  {
    id: "reason",
    header: "Why",
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
    header: "Kind",
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
