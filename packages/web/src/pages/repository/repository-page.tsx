import { getConnectedOrg } from "@knockon/contract/operations/connected-org";
import { getRepositoryContext } from "@knockon/contract/operations/repository";
import type { Repository, RepositoryContext } from "@knockon/contract/resources/repository";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { z } from "zod";
import { FactSkeleton, Owner } from "./owner.tsx";
import { RepositoryArtifacts } from "./repository-artifacts.tsx";
import { RepositoryDependencies } from "./repository-dependencies.tsx";
import { RepositoryDependents } from "./repository-dependents.tsx";
import { describeDependents } from "./clocks.ts";
import { useTimings } from "./use-timings.ts";
import { RepositoryOwnership } from "./repository-ownership.tsx";
import { useWorkspace } from "../../api/workspace.ts";
import { ScanStatusBadge } from "../../components/badges.tsx";
import { BreakableName } from "../../components/breakable-name.tsx";
import { CodeLine } from "../../components/copy.tsx";
import { Facts } from "../../components/figures.tsx";
import { DetailSkeleton, Loaded, SkeletonBlock } from "../../components/loaded.tsx";
import { OwnershipSummary } from "../../components/ownership-summary.tsx";
import { HeadingFacts, PageHeader, TabLinks } from "../../components/page-header.tsx";
import { SubjectLinks } from "../../components/subject-links.tsx";
import { TruncatedName, TimeAgo } from "../../components/text.tsx";
import { useRecent } from "../../frame/recents.ts";
import { countOf } from "../../format/format.ts";
import { LATEST_RELEASE, sentenceCase, sourceWord } from "../../format/words.ts";
import { useNextRunLimit } from "../impact/use-next-run-limit.ts";
import { RepositoryBadges } from "../repositories/repository-badges.tsx";

const route = getRouteApi("/w/$slug/repositories/$repositoryId");

type Context = z.output<typeof RepositoryContext>;

export function RepositoryPage() {
  const { api } = useWorkspace();
  const { repositoryId } = route.useParams();
  const context = useQuery(api.query(getRepositoryContext, { params: { repository_id: repositoryId } }));
  return (
    <Loaded query={context} page="Repository" skeleton={<DetailSkeleton />}>
      {(data) => <LoadedRepository key={repositoryId} context={data} />}
    </Loaded>
  );
}

function LoadedRepository({ context }: { context: Context }) {
  const { workspace } = useWorkspace();
  const { tab = "dependents" } = route.useSearch();
  useRecent(workspace.slug, {
    kind: "repository",
    id: context.repository.id,
    text: context.repository.full_path,
  });
  const { repository, dependent_repositories_total, artifacts } = context;
  const dependents = useTimings(repository, "target");
  const dependencies = useTimings(repository, "source");
  const release = onlyRelease(artifacts);
  return (
    <>
      <PageHeader
        title={repository.full_path}
        heading={
          <span className="flex flex-wrap items-center gap-2">
            <BreakableName text={repository.full_path} />
            <RepositoryBadges repository={repository} />
          </span>
        }
        parent={
          <Link
            to="/w/$slug/repositories"
            params={{ slug: workspace.slug }}
            className="hover:text-text hover:underline"
          >
            Repositories
          </Link>
        }
        actions={
          <SubjectLinks
            graph={{ connected_org_id: repository.connected_org_id, root: repository.id }}
            impact={{ repository_id: repository.id }}
          />
        }
        description={
          <>
            <HeadingFacts
              facts={[
                ["Owner", <Owner key="owner" repository={repository} />],
                ...(release === undefined ? [] : [[LATEST_RELEASE, release] as const]),
              ]}
            />
            {repository.archived && "Archived: no change is expected. "}
            {dependent_repositories_total === 0 ? (
              "No known dependents."
            ) : (
              <DependentsSentence repository={repository} total={dependent_repositories_total} />
            )}
          </>
        }
      />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0">
          <TabLinks
            label="Repository details"
            tabs={[
              { id: undefined, text: "Dependents", ...countOfUses(dependents) },
              { id: "dependencies", text: "Dependencies", ...countOfUses(dependencies) },
              { id: "artifacts", text: "Artifacts", count: artifacts.length },
              { id: "ownership", text: "Ownership" },
            ]}
            current={tab === "dependents" ? undefined : tab}
            link={(id) => ({
              to: "/w/$slug/repositories/$repositoryId" as const,
              params: { slug: workspace.slug, repositoryId: repository.id },
              search: id === undefined ? {} : { tab: id },
            })}
          />
          {tab === "dependents" && <RepositoryDependents repository={repository} />}
          {tab === "dependencies" && <RepositoryDependencies repository={repository} />}
          {tab === "artifacts" && <RepositoryArtifacts artifacts={artifacts} />}
          {tab === "ownership" && <RepositoryOwnership repository={repository} />}
        </div>
        <aside aria-label="About this repository" className="flex min-w-0 flex-col gap-4">
          <RepositoryFacts repository={repository} context={context} />
          <CodeLine keepsEnd text={repository.clone_url} label="Copy clone URL" />
        </aside>
      </div>
    </>
  );
}

/** The latest known release, if all artifacts that have one have the same. */
function onlyRelease(artifacts: Context["artifacts"]): string | undefined {
  const releases = new Set(artifacts.flatMap(({ version }) => version ?? []));
  return releases.size === 1 ? [...releases][0] : undefined;
}

/** The number of repositories on a tab, without those that only mention or are only mentioned. Null while loading. */
const countOfUses = ({ timings, isError }: ReturnType<typeof useTimings>): { count?: number | null } =>
  isError ? {} : { count: timings?.size ?? null };

/** `29 repositories use it directly: 1 on its next run, 28 when bumped. 3 only mention it.` */
function DependentsSentence({ repository, total }: { repository: Repository; total: number }) {
  const { timings, isError } = useTimings(repository, "target");
  const limit = useNextRunLimit({ repository_id: repository.id, through: "repositories" });
  if (isError) return `Used or mentioned by ${countOf(total, "repository", "repositories")}.`;
  // On a phone, most of these sentences take three lines.
  return (
    <span className="block max-sm:min-h-15">
      {timings && limit !== undefined ? (
        describeDependents([...timings.values()], total, limit)
      ) : (
        <SkeletonBlock className="h-5 w-96 max-w-full" />
      )}
    </span>
  );
}

interface LastScannedProps {
  at: string | null;
  scan: Context["last_scan"];
}

/** When the repository was last read, with a link to the last scan. Its status is shown unless it says the same. */
function LastScanned({ at, scan }: LastScannedProps) {
  const { slug } = useWorkspace().workspace;
  if (scan === null) return <TimeAgo at={at} />;
  return (
    <Link
      to="/w/$slug/scans/$scanId"
      params={{ slug, scanId: scan.id }}
      className="inline-flex flex-wrap items-center justify-end gap-2 rounded-sm text-accent hover:underline"
    >
      <TimeAgo at={at} />
      {scan.status !== "completed" && <ScanStatusBadge status={scan.status} />}
    </Link>
  );
}

function RepositoryFacts({ repository, context }: { repository: Repository; context: Context }) {
  const { api } = useWorkspace();
  const org = useQuery(
    api.query(getConnectedOrg, { params: { connected_org_id: repository.connected_org_id } }),
  );
  const { last_scan, ownership, artifacts } = context;
  const release = onlyRelease(artifacts);
  return (
    <Facts
      facts={[
        ["Owner", <Owner key="owner" repository={repository} />],
        ...(release === undefined
          ? []
          : [[LATEST_RELEASE, <TruncatedName key="release" text={release} />] as const]),
        ...(ownership !== null && ownership.bus_factor > 0
          ? ([["Half of the work", <OwnershipSummary key="ownership" ownership={ownership} />]] as const)
          : []),
        [
          org.data ? sentenceCase(sourceWord([org.data.platform])) : "Organization",
          <span key="org">{org.data?.name ?? <FactSkeleton />}</span>,
        ],
        [
          "Default branch",
          <span key="branch" className="font-mono text-13">
            {repository.default_branch ?? "None"}
          </span>,
        ],
        ["Commit", <TruncatedName key="commit" text={repository.last_commit_sha?.slice(0, 12) ?? "None"} />],
        ["Last commit", <TimeAgo key="activity" at={repository.last_activity_at} />],
        ["Last scanned", <LastScanned key="scanned" at={repository.last_scanned_at} scan={last_scan} />],
      ]}
    />
  );
}
