import { getArtifact } from "@knockon/contract/operations/artifact";
import { getRepository } from "@knockon/contract/operations/repository";
import type { Artifact } from "@knockon/contract/resources/artifact";
import type { Repository } from "@knockon/contract/resources/repository";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Archive } from "lucide-react";
import { ArtifactConsumers, ConsumerStates } from "./artifact-consumers.tsx";
import { ArtifactInterface, useInterface } from "./artifact-interface.tsx";
import { ArtifactVersions } from "./artifact-versions.tsx";
import { describeUse } from "./describe-use.ts";
import { useTiming } from "./use-timing.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Badge } from "../../components/badges.tsx";
import { BreakableName } from "../../components/breakable-name.tsx";
import { Facts } from "../../components/figures.tsx";
import { DetailSkeleton, Loaded, SkeletonBlock } from "../../components/loaded.tsx";
import { HeadingFacts, PageHeader, TabLinks } from "../../components/page-header.tsx";
import { SubjectLinks } from "../../components/subject-links.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { useRecent } from "../../frame/recents.ts";
import { inHeading, releaseLabel } from "../../format/words.ts";
import { useNextRunLimit } from "../impact/use-next-run-limit.ts";
import { FactSkeleton, Owner } from "../repository/owner.tsx";

const route = getRouteApi("/w/$slug/artifacts/$artifactId");

export function ArtifactPage() {
  const { api } = useWorkspace();
  const { artifactId } = route.useParams();
  const artifact = useQuery(api.query(getArtifact, { params: { artifact_id: artifactId } }));
  return (
    <Loaded query={artifact} page="Artifact" skeleton={<DetailSkeleton />}>
      {(data) => <LoadedArtifact key={artifactId} artifact={data} />}
    </Loaded>
  );
}

interface UseSentenceProps {
  artifact: Artifact;
  /** Undefined until known. */
  isArchived: boolean | undefined;
}

/** Waits for all parts, which would make the sentence longer. */
function UseSentence({ artifact, isArchived }: UseSentenceProps) {
  const timings = useTiming(artifact);
  const limit = useNextRunLimit(artifact.source_repository && { artifact_id: artifact.id });
  return (
    // On a phone, most of these sentences take two lines.
    <span className="block max-sm:min-h-10">
      {timings === undefined || limit === undefined || isArchived === undefined ? (
        <SkeletonBlock className="h-5 w-96 max-w-full" />
      ) : (
        describeUse(artifact, timings, limit, isArchived)
      )}
    </span>
  );
}

/** The repository that produces an artifact. Undefined until loaded, null without one and if that fails. */
function useProducer({ source_repository_id }: Artifact): Repository | null | undefined {
  const { api } = useWorkspace();
  const params = { repository_id: source_repository_id ?? "" };
  const enabled = source_repository_id !== null;
  const { data, isError } = useQuery({ ...api.query(getRepository, { params }), enabled });
  return enabled && !isError ? data : null;
}

function LoadedArtifact({ artifact }: { artifact: Artifact }) {
  const { slug } = useWorkspace().workspace;
  const { tab } = route.useSearch();
  const { id, name, source_repository, dependent_count } = artifact;
  const producer = useProducer(artifact);
  const isArchived = producer === undefined ? undefined : producer?.archived === true;
  const { data: offered } = useInterface(artifact);
  useRecent(slug, { kind: "artifact", id, text: name });
  const showsInterface = tab === "interface" || source_repository !== null;
  const members = offered?.members.length ?? 0;
  return (
    <>
      <PageHeader
        title={name}
        heading={
          <span className="flex flex-wrap items-center gap-2">
            <BreakableName text={name} />
            {producer?.archived && (
              <Badge tone="slate" icon={Archive}>
                Archived
              </Badge>
            )}
          </span>
        }
        parent={
          <Link to="/w/$slug/artifacts" params={{ slug }} className="hover:text-text hover:underline">
            Artifacts
          </Link>
        }
        description={
          <>
            <HeadingFacts
              facts={[
                ...(source_repository === null
                  ? []
                  : [["Owner", <ProducerOwner key="owner" producer={producer} />] as const]),
                [releaseLabel(artifact), artifact.version ?? "Unknown"],
              ]}
            />
            <UseSentence artifact={artifact} isArchived={isArchived} />
          </>
        }
        actions={
          source_repository && (
            <SubjectLinks
              graph={{
                connected_org_id: producer?.connected_org_id ?? artifact.connected_org_id,
                root: source_repository.id,
              }}
              impact={{ artifact_id: id }}
            />
          )
        }
      />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0">
          <TabLinks
            label="Artifact details"
            tabs={[
              { id: undefined, text: "Consumers", count: dependent_count },
              { id: "versions", text: "Versions" },
              ...(showsInterface
                ? [{ id: "interface" as const, text: "Interface", ...(members > 0 && { count: members }) }]
                : []),
            ]}
            current={tab}
            link={(to) => ({
              to: "/w/$slug/artifacts/$artifactId" as const,
              params: { slug, artifactId: id },
              search: to === undefined ? {} : { tab: to },
            })}
          />
          {tab === undefined && <ArtifactConsumers artifact={artifact} isArchived={isArchived} />}
          {tab === "versions" && <ArtifactVersions artifact={artifact} />}
          {tab === "interface" && <ArtifactInterface artifact={artifact} />}
        </div>
        <aside aria-label="About this artifact" className="flex min-w-0 flex-col gap-6">
          <ArtifactFacts artifact={artifact} producer={producer} />
          <ConsumerStates artifact={artifact} explains={tab !== "versions"} />
        </aside>
      </div>
    </>
  );
}

/** The owner of the repository that produces an artifact, which loads first. */
function ProducerOwner({ producer }: { producer: Repository | null | undefined }) {
  if (producer === null) return "Unknown";
  return producer ? <Owner repository={producer} /> : <FactSkeleton />;
}

interface ArtifactFactsProps {
  artifact: Artifact;
  producer: Repository | null | undefined;
}

function ArtifactFacts({ artifact, producer }: ArtifactFactsProps) {
  const { slug } = useWorkspace().workspace;
  const { artifact_type, version, registry_url, source_repository } = artifact;
  return (
    <Facts
      stacked={["Produced by", "Owner"]}
      facts={[
        ["Type", inHeading(artifact_type)],
        [
          "Produced by",
          source_repository ? (
            <Link
              key="producer"
              to="/w/$slug/repositories/$repositoryId"
              params={{ slug, repositoryId: source_repository.id }}
              className="text-accent hover:underline"
            >
              <BreakableName text={source_repository.full_path} />
            </Link>
          ) : (
            "External"
          ),
        ],
        ...(source_repository === null
          ? []
          : [["Owner", <ProducerOwner key="owner" producer={producer} />] as const]),
        [
          releaseLabel(artifact),
          version === null ? "Unknown" : <TruncatedName key="version" text={version} />,
        ],
        ...(registry_url === null
          ? []
          : [["Registry", <TruncatedName key="registry" text={registry_url} />] as const]),
      ]}
    />
  );
}
