import { describeKind } from "@knockon/contract/check/words";
import { getArtifactInterface } from "@knockon/contract/operations/artifact";
import type { Artifact } from "@knockon/contract/resources/artifact";
import type { ArtifactInterface as Interface } from "@knockon/contract/resources/check";
import { MEMBER_KINDS, type MemberKind } from "@knockon/contract/vocabulary/interface";
import { useQuery } from "@tanstack/react-query";
import { CircleDashed, Code } from "lucide-react";
import { useMemo } from "react";
import { useWorkspace } from "../../api/workspace.ts";
import { Badge } from "../../components/badges.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { DeclarationLocation } from "../../components/evidence-link.tsx";
import { Loaded, TableSkeleton } from "../../components/loaded.tsx";
import { Section } from "../../components/page-header.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { sentenceCase } from "../../format/words.ts";
import type { Column } from "../../list/columns.tsx";
import { DataTable } from "../../list/data-table.tsx";

type Member = Interface["members"][number];

export function useInterface({ id }: Artifact) {
  const { api } = useWorkspace();
  return useQuery(api.query(getArtifactInterface, { params: { artifact_id: id } }));
}

/** Whether there is anything to show: names, or the reason why they are not known. */
export const hasInterface = ({ members, open }: Interface): boolean =>
  members.length > 0 || Object.keys(open).length > 0;

/** The names that the artifact offers to its consumers, by kind. */
export function ArtifactInterface({ artifact }: { artifact: Artifact }) {
  const found = useInterface(artifact);
  const repositoryId = artifact.source_repository?.id;
  return (
    <Loaded query={found} skeleton={<TableSkeleton rows={5} />}>
      {(data) =>
        repositoryId === undefined || !hasInterface(data) ? (
          <EmptyState icon={Code} title="No interface">
            Inputs, variables and other names that consumers use appear here if the artifact declares them.
          </EmptyState>
        ) : (
          <InterfaceByKind members={data.members} open={data.open} repositoryId={repositoryId} />
        )
      }
    </Loaded>
  );
}

type Shown = Pick<Interface, "members" | "open"> & { repositoryId: string };

function InterfaceByKind({ members, open, repositoryId }: Shown) {
  const columns = useMemo(() => memberColumns(repositoryId), [repositoryId]);
  const byKind = Map.groupBy(members, ({ kind }) => kind);
  const kinds = MEMBER_KINDS.filter((kind) => byKind.has(kind) || open[kind] !== undefined);
  return (
    <div className="flex flex-col gap-6">
      {kinds.map((kind) => (
        <MembersOfKind
          key={kind}
          kind={kind}
          members={byKind.get(kind) ?? []}
          reason={open[kind]}
          columns={columns}
        />
      ))}
    </div>
  );
}

interface MembersOfKindProps {
  kind: MemberKind;
  members: readonly Member[];
  /** Why not all names of this kind are known. */
  reason: string | undefined;
  columns: readonly Column<Member>[];
}

function MembersOfKind({ kind, members, reason, columns }: MembersOfKindProps) {
  const title = sentenceCase(`${describeKind(kind)}${members.length === 1 ? "" : "s"}`);
  return (
    <Section title={title}>
      {reason !== undefined && (
        <p className="mb-2 flex items-start gap-1.5 text-13 text-muted">
          <CircleDashed aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>Not all names are known. {reason}.</span>
        </p>
      )}
      {members.length > 0 && (
        <DataTable
          caption={title}
          columns={columns.filter(({ value }) => value === undefined || members.some((one) => value(one)))}
          rows={members}
          rowId={({ name, file, line }) => `${name} ${file}:${line}`}
        />
      )}
    </Section>
  );
}

/** How names below one that accepts any are written: `./*` for files of a package, `config.*` for others. */
const anyOf = (kind: MemberKind, name: string): string => (kind === "subpath" ? `${name}/*` : `${name}.*`);

/** Columns with a `value` are shown only if a member has one. */
const memberColumns = (repositoryId: string): Column<Member>[] => [
  {
    id: "name",
    header: "Name",
    width: "w-full md:w-2/5",
    cell: ({ kind, name, accepts_any }) => <TruncatedName text={accepts_any ? anyOf(kind, name) : name} />,
  },
  {
    id: "required",
    header: "Required",
    width: "min-w-26",
    value: ({ required }) => Number(required ?? false),
    cell: ({ required }) =>
      required ? <Badge tone="accent">Required</Badge> : <span className="text-faint">–</span>,
  },
  {
    id: "type",
    header: "Type",
    from: "sm",
    width: "min-w-28 md:w-1/5",
    value: ({ type }) => type ?? null,
    cell: ({ type }) =>
      type === undefined ? (
        <span className="text-faint">–</span>
      ) : (
        <code className="block truncate font-mono text-12 text-muted" title={type}>
          {type}
        </code>
      ),
  },
  {
    id: "place",
    header: "File",
    from: "md",
    width: "md:w-2/5",
    cell: ({ file, line }) => <DeclarationLocation repositoryId={repositoryId} file={file} line={line} />,
  },
];
