import type { ArtifactConsumers } from "@knockon/contract/resources/artifact";
import { CircleCheck } from "lucide-react";
import type { z } from "zod";
import { Badge } from "../../components/badge.tsx";
import { VersionCell } from "../../components/version-cell.tsx";
import { countOf } from "../../format/count.ts";
import type { Column } from "../../list/column.ts";
import { RepositoryRowLink } from "../../list/repository-row-link.tsx";
import { DeclarationPlace } from "../repository/declaration-place.tsx";

export type Consumer = z.output<typeof ArtifactConsumers>["consumers"][number];

export const CONSUMER_COLUMNS: Column<Consumer>[] = [
  {
    id: "repository",
    header: "Repository",
    width: "w-full md:w-1/3",
    value: ({ repository }) => repository.full_path,
    cell: ({ repository: { id, full_path } }) => <RepositoryRowLink id={id} text={full_path} />,
  },
  {
    id: "version",
    header: "Version",
    width: "min-w-36",
    value: ({ version_constraint }) => version_constraint,
    cell: ({ version_constraint, version_constraint_state }) => (
      <VersionCell state={version_constraint_state} constraint={version_constraint} />
    ),
  },
  {
    id: "latest",
    header: "Latest",
    from: "md",
    width: "min-w-28",
    value: ({ is_latest }) => Number(is_latest),
    cell: ({ is_latest }) =>
      is_latest ? (
        <Badge tone="success" icon={CircleCheck}>
          Up to date
        </Badge>
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
    cell: ({ repository, source_file, source_line, import_count }) => (
      <DeclarationPlace
        repositoryId={repository.id}
        file={source_file}
        line={source_line ?? 1}
        raw={import_count > 1 ? countOf(import_count, "declaration", "declarations in this file") : undefined}
      />
    ),
  },
];
