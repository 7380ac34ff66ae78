import { getArtifactInterface } from "@knockon/contract/operations/artifact";
import type { Artifact } from "@knockon/contract/resources/artifact";
import type { ArtifactInterface as Interface } from "@knockon/contract/resources/check";
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { MEMBER_KINDS, READ_BY_CHECKS } from "@knockon/contract/vocabulary/interface";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Code } from "lucide-react";
import { useMemo } from "react";
import { ArtifactBreaks } from "./artifact-breaks.tsx";
import { memberColumns, MembersOfKind, OpenReason } from "./artifact-members.tsx";
import { useBreaks } from "./use-breaks.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { buttonLook } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Loaded, Loading, TableSkeleton } from "../../components/loaded.tsx";
import { countOf } from "../../format/format.ts";
import { inWords, pluralOf, READ_BY_SCANS_IN_WORDS } from "../../format/words.ts";

export function useInterface({ id }: Artifact) {
  const { api } = useWorkspace();
  return useQuery(
    api.query(getArtifactInterface, { params: { artifact_id: id }, query: { include: "consumers" } }),
  );
}

/** Whether there is anything to show: names, or the reason why they are not known. */
const hasInterface = ({ members, open }: Interface): boolean =>
  members.length > 0 || Object.keys(open).length > 0;

/** The names that the artifact offers to its consumers, by kind, and who uses them, below those that are missing. */
export function ArtifactInterface({ artifact }: { artifact: Artifact }) {
  const found = useInterface(artifact);
  const breaks = useBreaks(artifact);
  const repositoryId = artifact.source_repository?.id;
  // The names would move when what is missing arrives.
  if (breaks === undefined)
    return (
      <Loading>
        <TableSkeleton rows={5} />
      </Loading>
    );
  return (
    <Loaded query={found} skeleton={<TableSkeleton rows={5} />}>
      {(data) => (
        <div className="flex flex-col gap-6">
          <ArtifactBreaks artifact={artifact} breaks={breaks} />
          {repositoryId === undefined || !hasInterface(data) ? (
            <NoInterface artifact={artifact} isRead={data.file !== null} />
          ) : (
            <InterfaceByKind
              members={data.members}
              open={data.open}
              openConsumers={data.open_consumers_total ?? 0}
              repositoryId={repositoryId}
            />
          )}
        </div>
      )}
    </Loaded>
  );
}

const IS_READ_BY_CHECKS: ReadonlySet<ArtifactType> = new Set(READ_BY_CHECKS);

/** Distinguishes an artifact that declares nothing from one whose interface is not read. */
function NoInterface({ artifact, isRead }: { artifact: Artifact; isRead: boolean }) {
  const { artifact_type: artifactType, source_repository } = artifact;
  const { slug } = useWorkspace().workspace;
  const type = inWords(artifactType);
  if (source_repository === null)
    return (
      <EmptyState icon={Code} title="External artifact">
        Interfaces are read from repositories of this workspace, and none of them produces this {type}.
      </EmptyState>
    );
  if (IS_READ_BY_CHECKS.has(artifactType))
    return (
      <EmptyState
        icon={Code}
        title={`Scans do not read interfaces of ${pluralOf(type)}`}
        action={
          <Link
            to="/w/$slug/checks"
            params={{ slug }}
            search={{ connected_org_id: artifact.connected_org_id }}
            className={buttonLook()}
          >
            View checks
          </Link>
        }
      >
        Knockon reads the interface of a {type} when it checks a pull request, before and after the change.
        Consumers and impact do not depend on it. Latent breaks do not cover {pluralOf(type)}.
      </EmptyState>
    );
  if (!isRead)
    return (
      <EmptyState icon={Code} title={`The interface of this ${type} is not read`}>
        Scans read those of {READ_BY_SCANS_IN_WORDS}. Consumers and impact are complete without it. Checks and
        latent breaks do not cover it.
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
  const isOpen = openConsumers > 0;
  const columns = useMemo(() => memberColumns(repositoryId, isOpen), [repositoryId, isOpen]);
  const byKind = Map.groupBy(members, ({ kind }) => kind);
  const kinds = MEMBER_KINDS.filter((kind) => byKind.has(kind) || open[kind] !== undefined);
  return (
    <div className="flex flex-col gap-6">
      {isOpen && (
        <OpenReason>
          Scans could not read all names that {countOf(openConsumers, "consumer uses", "consumers use")}, for
          example because they are computed. Uses are counted only where a scanned line states the name.
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
