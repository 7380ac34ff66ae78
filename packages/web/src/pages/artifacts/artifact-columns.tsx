import type { ListedArtifact } from "@knockon/contract/resources/artifact";
import { Link } from "@tanstack/react-router";
import { ArchivedMark } from "../../components/badges.tsx";
import { TypeLabel } from "../../components/ecosystem.tsx";
import { DottedLine, TimeAgo, TruncatedName } from "../../components/text.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { inHeading, LATEST_RELEASE } from "../../format/words.ts";
import { type Column, ROW_LINK } from "../../list/columns.tsx";

export type ArtifactSort = "name" | "artifact_type" | "source_repository" | "version" | "dependent_count";

interface ColumnsOptions {
  /** Repositories whose artifacts are marked. */
  archived?: ReadonlySet<string> | undefined;
  /** Whether the artifacts have different producers. */
  hasProducers?: boolean;
  /** The header of versions: see `releaseLabel`. */
  versions?: string;
}

export const artifactColumns = (
  slug: string,
  { archived = new Set(), hasProducers = true, versions = LATEST_RELEASE }: ColumnsOptions = {},
): (Column<ListedArtifact> & { sort: ArtifactSort })[] => [
  {
    id: "name",
    header: "Artifact",
    width: "w-full",
    sort: "name",
    cell: ({ id, name, artifact_type, dependent_count, last_activity_at, source_repository }) => (
      <span className="flex min-w-0 flex-col">
        <span className="flex min-w-0 items-center gap-2">
          <Link to="/w/$slug/artifacts/$artifactId" params={{ slug, artifactId: id }} {...ROW_LINK}>
            <TruncatedName text={name} />
          </Link>
          {source_repository && archived.has(source_repository.id) && <ArchivedMark />}
        </span>
        <span className="text-12 text-muted lg:hidden">
          <DottedLine
            items={[
              { id: "type", content: inHeading(artifact_type), className: "md:hidden" },
              ...(hasProducers && source_repository
                ? [{ id: "producer", content: source_repository.full_path }]
                : []),
              {
                id: "figure",
                content:
                  last_activity_at === undefined ? (
                    countOf(dependent_count, "consumer", "consumers")
                  ) : (
                    <>
                      Last activity <TimeAgo at={last_activity_at} never="unknown" />
                    </>
                  ),
                className: "sm:hidden",
              },
            ]}
          />
        </span>
      </span>
    ),
  },
  {
    id: "type",
    header: "Type",
    from: "md",
    width: "min-w-44",
    sort: "artifact_type",
    cell: ({ artifact_type }) => (
      <span className="text-muted">
        <TypeLabel type={artifact_type} />
      </span>
    ),
  },
  {
    id: "producer",
    header: "Produced by",
    from: "lg",
    width: "min-w-52 w-1/4 xl:min-w-68",
    sort: "source_repository",
    cell: ({ source_repository }) =>
      source_repository ? (
        <Link
          to="/w/$slug/repositories/$repositoryId"
          params={{ slug, repositoryId: source_repository.id }}
          className="relative flex min-w-0 hover:underline"
        >
          <TruncatedName text={source_repository.full_path} />
        </Link>
      ) : (
        <span className="text-faint">External</span>
      ),
  },
  {
    id: "version",
    header: versions,
    from: "sm",
    width: "min-w-38",
    sort: "version",
    cell: ({ version }) =>
      version === null ? (
        <span className="text-faint" title="No stable version is known">
          –
        </span>
      ) : (
        <span className="block truncate font-mono text-12 text-muted" title={version}>
          {version}
        </span>
      ),
  },
  {
    id: "consumers",
    header: "Consumers",
    align: "right",
    from: "sm",
    width: "min-w-26",
    mostFirst: true,
    sort: "dependent_count",
    cell: ({ dependent_count }) => formatCount(dependent_count),
  },
];

/** Leaves out the version where no artifact has one, as is usual for those of other producers. */
export const withValues = <Shown extends { id: string }>(
  columns: readonly Shown[],
  artifacts: readonly Pick<ListedArtifact, "version">[],
): Shown[] =>
  columns.filter(({ id }) => id !== "version" || artifacts.some(({ version }) => version !== null));

/** When the repository that produces the artifact last changed. Those at rest the longest are the first to remove. */
export const LAST_ACTIVITY = {
  id: "activity",
  header: "Last activity",
  from: "sm",
  width: "min-w-30",
  sort: "last_activity_at",
  cell: ({ last_activity_at = null }) => <TimeAgo at={last_activity_at} never="–" />,
} as const satisfies Column<ListedArtifact>;
