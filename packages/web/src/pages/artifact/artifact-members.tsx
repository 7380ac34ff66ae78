import { isVersioned, type MemberKind } from "@knockon/contract/vocabulary/interface";
import { ChevronRight, CircleDashed } from "lucide-react";
import type { ReactNode } from "react";
import { type Member, membersHeading, usedFirst } from "./members.ts";
import { Badge } from "../../components/badges.tsx";
import { BreakableName } from "../../components/breakable-name.tsx";
import { DeclarationLocation } from "../../components/evidence-link.tsx";
import { Section } from "../../components/page-header.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { type Column, RepositoryLink } from "../../list/columns.tsx";
import { DataTable } from "../../list/data-table.tsx";

interface MembersOfKindProps {
  kind: MemberKind;
  members: readonly Member[];
  /** Why not all names of this kind are known. */
  reason: string | undefined;
  columns: readonly Column<Member>[];
}

/** The names of one kind, those with most users first. */
export function MembersOfKind({ kind, members, reason, columns }: MembersOfKindProps) {
  const title = membersHeading(kind);
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
          columns={columns
            .filter(({ value }) => value === undefined || members.some((one) => value(one)))
            .map((column) =>
              column.id === "type" && isVersioned(kind) ? { ...column, header: "Versions" } : column,
            )}
          rows={usedFirst(members)}
          rowId={({ name, file, line }) => `${name} ${file}:${line}`}
        />
      )}
    </Section>
  );
}

/** Says why something may be missing. */
export const OpenReason = ({ children }: { children: ReactNode }) => (
  <p className="flex items-start gap-1.5 text-13 text-muted">
    <CircleDashed aria-hidden className="mt-0.5 size-4 shrink-0" />
    <span>{children}</span>
  </p>
);

interface ConsumersProps {
  total: number;
  consumers: NonNullable<Member["consumers"]>;
  /** Others may use it. */
  isOpen: boolean;
}

/** The repositories that use a name, on request each with its line. */
function Consumers({ total, consumers, isOpen }: ConsumersProps) {
  if (total === 0) return <span className="text-faint">{isOpen ? "Not known" : "No known use"}</span>;
  return (
    <details className="group">
      <summary className="flex cursor-pointer list-none items-center gap-1 hover:underline">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted group-open:rotate-90" />
        {countOf(total, "repository", "repositories")}
      </summary>
      <ul className="mt-1 flex flex-col gap-1">
        {consumers.map(({ repository, file, line }) => (
          <li key={repository.id} className="flex min-w-0 flex-col">
            <RepositoryLink {...repository} />
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

/** Columns with a `value` are shown only if a member has one. With `isOpen`, consumers may use more names than those that are known. */
export const memberColumns = (repositoryId: string, isOpen: boolean): Column<Member>[] => [
  {
    id: "name",
    header: "Name",
    width: "w-full lg:w-1/4",
    cell: ({ kind, name, accepts_any, required, type, file, line }) => (
      <span className="flex min-w-0 flex-col">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <BreakableName text={accepts_any ? anyOf(kind, name) : name} />
          {required && <Badge tone="accent">Required</Badge>}
          {type !== undefined && <code className="font-mono text-12 text-muted sm:hidden">{type}</code>}
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
    // Consumers require no engine or provider: where none is known to have a version of it, nothing is missing.
    value: ({ kind, consumers_total: total }) =>
      isVersioned(kind) ? (total ?? null) : total === undefined ? null : 1,
    cell: ({ kind, consumers_total: total, consumers = [] }) =>
      total === undefined || (total === 0 && isVersioned(kind)) ? (
        <span className="text-faint">–</span>
      ) : (
        <Consumers total={total} consumers={consumers} isOpen={isOpen} />
      ),
  },
];
