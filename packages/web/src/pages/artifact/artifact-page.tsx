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
import { PageHeader, TabLinks } from "../../components/page-header.tsx";
import { SubjectLinks } from "../../components/subject-links.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { useRecent } from "../../frame/recents.ts";
import { inHeading } from "../../format/words.ts";
import { useMostOnNextRun } from "../impact/use-most-on-next-run.ts";

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

/** Waits for the timing, which would make the sentence longer. */
function UseSentence({ artifact }: { artifact: Artifact }) {
  const timings = useTiming(artifact);
  const most = useMostOnNextRun(artifact.source_repository && { artifact_id: artifact.id });
  return (
    // On a phone, most of these sentences take two lines.
    <span className="block max-sm:min-h-10">
      {timings === undefined || most === undefined ? (
        <SkeletonBlock className="h-5 w-96 max-w-full" />
      ) : (
        describeUse(artifact, timings, most)
      )}
    </span>
  );
}

/** The repository that produces an artifact. Undefined without one and until loaded. */
function useProducer({ source_repository_id }: Artifact): Repository | undefined {
  const { api } = useWorkspace();
  const params = { repository_id: source_repository_id ?? "" };
  return useQuery({ ...api.query(getRepository, { params }), enabled: source_repository_id !== null }).data;
}

function LoadedArtifact({ artifact }: { artifact: Artifact }) {
  const { slug } = useWorkspace().workspace;
  const { tab } = route.useSearch();
  const { id, name, source_repository, dependent_count } = artifact;
  const producer = useProducer(artifact);
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
        description={<UseSentence artifact={artifact} />}
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
          {tab === undefined && <ArtifactConsumers artifact={artifact} />}
          {tab === "versions" && <ArtifactVersions artifact={artifact} />}
          {tab === "interface" && <ArtifactInterface artifact={artifact} />}
        </div>
        <aside aria-label="About this artifact" className="flex min-w-0 flex-col gap-6">
          <ArtifactFacts artifact={artifact} />
          <ConsumerStates artifact={artifact} explains={tab !== "versions"} />
        </aside>
      </div>
    </>
  );
}

function ArtifactFacts({ artifact }: { artifact: Artifact }) {
  const { slug } = useWorkspace().workspace;
  const { artifact_type, version, registry_url, source_repository } = artifact;
  return (
    <Facts
      stacked={["Produced by"]}
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
        [
          "Latest known version",
          version === null ? "Unknown" : <TruncatedName key="version" text={version} />,
        ],
        ...(registry_url === null
          ? []
          : [["Registry", <TruncatedName key="registry" text={registry_url} />] as const]),
      ]}
    />
  );
}
