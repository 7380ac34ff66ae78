import { getArtifact } from "@knockon/contract/operations/artifact";
import type { Artifact } from "@knockon/contract/resources/artifact";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Zap } from "lucide-react";
import { ArtifactConsumers, ConsumerStates } from "./artifact-consumers.tsx";
import { ArtifactInterface, useInterface } from "./artifact-interface.tsx";
import { ArtifactVersions } from "./artifact-versions.tsx";
import { useWorkspace } from "../../api/workspace.ts";
import { BreakableName } from "../../components/breakable-name.tsx";
import { buttonLook } from "../../components/button.tsx";
import { Facts } from "../../components/figures.tsx";
import { DetailSkeleton, Loaded } from "../../components/loaded.tsx";
import { PageHeader, TabLinks } from "../../components/page-header.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { useRecent } from "../../frame/recents.ts";
import { countOf, formatCount } from "../../format/format.ts";
import { inHeading } from "../../format/words.ts";

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

/** `Used by 2 repositories, mentioned by 26 more.` */
function describeUse({ consumer_count, dependent_count }: Artifact): string {
  const mentioning = consumer_count - dependent_count;
  if (dependent_count === 0)
    return mentioning === 0
      ? "No known consumers."
      : `No known consumers. Mentioned by ${countOf(mentioning, "repository", "repositories")}.`;
  const uses = `Used by ${countOf(dependent_count, "repository", "repositories")}`;
  return mentioning === 0 ? `${uses}.` : `${uses}, mentioned by ${formatCount(mentioning)} more.`;
}

function LoadedArtifact({ artifact }: { artifact: Artifact }) {
  const { slug } = useWorkspace().workspace;
  const { tab } = route.useSearch();
  const { id, name, source_repository, dependent_count } = artifact;
  const { data: offered } = useInterface(artifact);
  useRecent(slug, { kind: "artifact", id, text: name });
  const showsInterface = tab === "interface" || source_repository !== null;
  const members = offered?.members.length ?? 0;
  return (
    <>
      <PageHeader
        title={name}
        heading={<BreakableName text={name} />}
        parent={
          <Link to="/w/$slug/artifacts" params={{ slug }} className="hover:text-text hover:underline">
            Artifacts
          </Link>
        }
        description={describeUse(artifact)}
        actions={
          source_repository && (
            <Link
              to="/w/$slug/impact"
              params={{ slug }}
              search={{ artifact_id: id }}
              className={buttonLook("primary")}
            >
              <Zap aria-hidden className="size-4" />
              Impact
            </Link>
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
          <ConsumerStates artifact={artifact} />
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
        ["Latest version", version === null ? "Unknown" : <TruncatedName key="version" text={version} />],
        ...(registry_url === null
          ? []
          : [["Registry", <TruncatedName key="registry" text={registry_url} />] as const]),
      ]}
    />
  );
}
