import { describeKind } from "@knockon/contract/check/words";
import { getArtifactInterface } from "@knockon/contract/operations/artifact";
import type { Artifact } from "@knockon/contract/resources/artifact";
import type { ArtifactInterface as Interface } from "@knockon/contract/resources/check";
import { MEMBER_KINDS, type MemberKind } from "@knockon/contract/vocabulary/interface";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight, CircleDashed, Code } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useWorkspace } from "../../api/workspace.ts";
import { Badge } from "../../components/badges.tsx";
import { BreakableName } from "../../components/breakable-name.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { DeclarationLocation } from "../../components/evidence-link.tsx";
import { Loaded, TableSkeleton } from "../../components/loaded.tsx";
import { Section } from "../../components/page-header.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { inWords, sentenceCase } from "../../format/words.ts";
import type { Column } from "../../list/columns.tsx";
import { DataTable } from "../../list/data-table.tsx";

type Member = Interface["members"][number];

export function useInterface({ id }: Artifact) {
  const { api } = useWorkspace();
  return useQuery(
    api.query(getArtifactInterface, { params: { artifact_id: id }, query: { include: "consumers" } }),
  );
}

/** Whether there is anything to show: names, or the reason why they are not known. */
const hasInterface = ({ members, open }: Interface): boolean =>
  members.length > 0 || Object.keys(open).length > 0;

/** The names that the artifact offers to its consumers, by kind, and who uses them. */
export function ArtifactInterface({ artifact }: { artifact: Artifact }) {
  const found = useInterface(artifact);
  const repositoryId = artifact.source_repository?.id;
  return (
    <Loaded query={found} skeleton={<TableSkeleton rows={5} />}>
      {(data) =>
        repositoryId === undefined || !hasInterface(data) ? (
          <NoInterface artifact={artifact} isRead={data.file !== null} />
        ) : (
          <InterfaceByKind
            members={data.members}
            open={data.open}
            openConsumers={data.open_consumers_total ?? 0}
            repositoryId={repositoryId}
          />
        )
      }
    </Loaded>
  );
}

/** Distinguishes an artifact that declares nothing from one whose interface is not read. */
function NoInterface({ artifact, isRead }: { artifact: Artifact; isRead: boolean }) {
  const type = inWords(artifact.artifact_type);
  if (artifact.source_repository === null)
    return (
      <EmptyState icon={Code} title="External artifact">
        Interfaces are read from repositories of this workspace, and none of them produces this {type}.
      </EmptyState>
    );
  if (!isRead)
    return (
      <EmptyState icon={Code} title={`The interface of this ${type} is not read`}>
        Its consumers and the impact of a change are complete without it. Latent breaks do not cover it.
      </EmptyState>
    );
  return (
    <EmptyState icon={Code} title="No interface">
      This {type} declares no inputs, variables or other names that consumers use.
    </EmptyState>
  );
}

interface InterfaceByKindProps extends Pick<Interface, "members" | "open"> {
  /** Number of consumers that may use more names. */
  openConsumers: number;
  repositoryId: string;
}

function InterfaceByKind({ members, open, openConsumers, repositoryId }: InterfaceByKindProps) {
  const columns = useMemo(() => memberColumns(repositoryId), [repositoryId]);
  const byKind = Map.groupBy(members, ({ kind }) => kind);
  const kinds = MEMBER_KINDS.filter((kind) => byKind.has(kind) || open[kind] !== undefined);
  return (
    <div className="flex flex-col gap-6">
      {openConsumers > 0 && (
        <OpenReason>
          {countOf(openConsumers, "consumer", "consumers")} may use more names than those that are known.
        </OpenReason>
      )}
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
        <div className="mb-2">
          <OpenReason>Not all names are known. {reason}.</OpenReason>
        </div>
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

/** Says why something may be missing. */
const OpenReason = ({ children }: { children: ReactNode }) => (
  <p className="flex items-start gap-1.5 text-13 text-muted">
    <CircleDashed aria-hidden className="mt-0.5 size-4 shrink-0" />
    <span>{children}</span>
  </p>
);

/** The repositories that use a name, on request each with its line. */
function Consumers({ total, consumers }: { total: number; consumers: NonNullable<Member["consumers"]> }) {
  const { slug } = useWorkspace().workspace;
  if (total === 0) return <span className="text-faint">Not used</span>;
  return (
    <details className="group">
      <summary className="flex cursor-pointer list-none items-center gap-1 hover:underline">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted group-open:rotate-90" />
        {countOf(total, "repository", "repositories")}
      </summary>
      <ul className="mt-1 flex flex-col gap-1">
        {consumers.map(({ repository, file, line }) => (
          <li key={repository.id} className="flex min-w-0 flex-col">
            <Link
              to="/w/$slug/repositories/$repositoryId"
              params={{ slug, repositoryId: repository.id }}
              className="flex min-w-0 text-accent hover:underline"
            >
              <TruncatedName text={repository.full_path} />
            </Link>
            <DeclarationLocation repositoryId={repository.id} file={file} line={line} />
          </li>
        ))}
        {total > consumers.length && (
          <li className="text-12 text-muted">{formatCount(total - consumers.length)} more</li>
        )}
      </ul>
    </details>
  );
}

/** How names below one that accepts any are written: `./*` for files of a package, `config.*` for others. */
const anyOf = (kind: MemberKind, name: string): string => (kind === "subpath" ? `${name}/*` : `${name}.*`);

/** Columns with a `value` are shown only if a member has one. */
const memberColumns = (repositoryId: string): Column<Member>[] => [
  {
    id: "name",
    header: "Name",
    width: "w-full lg:w-1/4",
    cell: ({ kind, name, accepts_any, required, file, line }) => (
      <span className="flex min-w-0 flex-col">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <BreakableName text={accepts_any ? anyOf(kind, name) : name} />
          {required && <Badge tone="accent">Required</Badge>}
        </span>
        <span className="flex min-w-0 text-12 lg:hidden">
          <DeclarationLocation repositoryId={repositoryId} file={file} line={line} />
        </span>
      </span>
    ),
  },
  {
    id: "type",
    header: "Type",
    from: "sm",
    width: "min-w-24 md:w-1/6",
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
    from: "lg",
    width: "lg:w-1/4",
    cell: ({ file, line }) => <DeclarationLocation repositoryId={repositoryId} file={file} line={line} />,
  },
  {
    id: "consumers",
    header: "Used by",
    width: "min-w-36 lg:w-1/3",
    value: ({ consumers_total }) => (consumers_total === undefined ? null : 1),
    cell: ({ consumers_total: total, consumers = [] }) =>
      total === undefined ? (
        <span className="text-faint">–</span>
      ) : (
        <Consumers total={total} consumers={consumers} />
      ),
  },
];
