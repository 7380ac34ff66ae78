import type { Part } from "../row.ts";

const SERVICE = "acceptance/src/service/artifacts.test.ts";
const CONSUMERS = `${SERVICE} > GET /artifacts/{id}/consumers has an entry per repository, file and version, and counts repositories`;
const ORPHANS = `${SERVICE} > an orphan is first-party and consumed by nobody, and is counted so`;
const LISTS = "acceptance/src/service/lists.test.ts";
const COUNTS = "acceptance/src/service/one-count.test.ts > one count everywhere";
const TYPES = "contract/src/vocabulary/artifact-type.test.ts";
const STANDING = "graph/src/versions/standing.test.ts > standing > %s";
const VERSION = "core/src/publish/artifact-rows.test.ts > an artifact's version";

export const ARTIFACTS: Part = {
  title: "Artifacts and versions",
  rows: [
    {
      says: "One artifact per (org, type, name)",
      test: [
        "acceptance/src/service/rows.test.ts > artifacts > are one per org, type and name, whoever declares them how often",
        "core/src/publish/publish-workspace.test.ts > artifacts > keep their id, and become first-party when somebody produces them",
      ],
    },
    {
      says: "version is its latest known",
      test: `${SERVICE} > GET /artifacts/{id} is the artifact as the list has it`,
    },
    {
      says: "Types are snake_case, after what the artifact is",
      test: `${TYPES} > types are words in snake case, each once, and those that were decided are among them`,
    },
    {
      says: "dependency_type uses the same words",
      test: `${TYPES} > artifacts, edges and rows use the same words`,
    },
    {
      says: "A consumer entry is (repository, source_file, version_constraint), import_count its declarations",
      test: CONSUMERS,
    },
    {
      says: "total_consumers, consumer_count, consumers_on_latest and consumers_lagging count distinct repositories",
      test: [CONSUMERS, `${SERVICE} > GET /artifacts/{id}/versions counts the distinct repositories of each`],
    },
    {
      says: "A repository lags if any of its entries lags",
      test: "acceptance/src/service/rows.test.ts > artifacts > count a repository as lagging where any of its entries lags",
    },
    { says: "state_breakdown counts entries", test: CONSUMERS },
    {
      says: "limit and offset page the entries, X-Total-Count is theirs",
      test: `${LISTS} > pages of two hold everything once, in one order, and each tells the full count > listArtifactConsumers, whose counts are of all pages`,
    },
    {
      says: "versions are [{version, consumer_count, is_latest, published_at}]",
      test: `${SERVICE} > GET /artifacts/{id}/versions counts the distinct repositories of each`,
    },
    {
      says: "version_constraint_state is digest, pinned, range, floating, absent or unresolved",
      test: [
        "graph/src/versions/docker.test.ts > docker.state",
        "graph/src/versions/git.test.ts > git.state",
        "graph/src/versions/npm.test.ts > npm.state",
        "graph/src/versions/scheme.test.ts > declarationState > is unresolved when a name in the reference is unbound, whatever the text looks like",
      ],
    },
    { says: "state_breakdown always has all six keys", test: CONSUMERS },
    {
      says: "The raw text is classified, per ecosystem",
      test: [
        "acceptance/src/service/one-count.test.ts > a scan of the hostile organization > %s declares what stands beside its lines",
        "graph/src/versions/scheme.test.ts > declarationState > is the scheme's state otherwise",
      ],
    },
    {
      says: "latest_version is the producing repository's highest stable tag or manifest version",
      test: [
        `${VERSION} > is a tag of its folder and its major version`,
        `${VERSION} > is the manifest's, and a tag only where one is that, or the manifest states no release`,
        "graph/src/versions/standing.test.ts > latestOf > is the highest stable version",
      ],
    },
    {
      says: "Highest by that ecosystem's ordering",
      test: "graph/src/versions/standing.test.ts > newestFirst > orders by the scheme and not as text, each once",
    },
    {
      says: "Else latest_version is the highest version seen in the workspace",
      test: `${VERSION} > is the highest that consumers pin, where its producer is not known`,
    },
    { says: "A range is on latest when latest satisfies it", test: STANDING },
    { says: "Floating is neither lagging nor on latest unless it points at it", test: STANDING },
    { says: "A digest counts once it is known which tag it is", test: STANDING },
    { says: "is_first_party: a repository of the workspace produces it", test: ORPHANS },
    { says: "is_orphan: first-party and consumer_count == 0", test: ORPHANS },
    {
      says: "Consumption is the same on every surface that shows it",
      test: [
        `${COUNTS} > of artifacts: the statistics, the list, the orphans, by type too`,
        `${COUNTS} > of consumers: the artifact in the list, its consumers, its versions, its declarations`,
        "core/src/publish/agreement.test.ts > all surfaces agree on org %i > consumers of what a repository produces are its dependents",
      ],
    },
    {
      says: "GET /connected-orgs/{id}/artifacts is filtered by artifact_type, q, orphans",
      test: `${LISTS} > GET /connected-orgs/{id}/artifacts > is filtered by type, part of the name, and whether anyone consumes it`,
    },
    {
      says: "GET /artifacts/{id}, …/versions, …/consumers",
      test: [
        `${SERVICE} > GET /artifacts/{id} is the artifact as the list has it`,
        `${SERVICE} > GET /artifacts/{id}/versions counts the distinct repositories of each`,
        CONSUMERS,
      ],
    },
    {
      says: "GET /connected-orgs/{id}/unresolved",
      test: `${LISTS} > GET /connected-orgs/{id}/unresolved > is a dependencies row without a target, with its repository and the reason`,
    },
    {
      says: "Statistics: repositories, dependencies, breakdowns by artifact_type and dependency_type, consumed and orphan artifacts, health, last scan",
      test: "acceptance/src/service/rows.test.ts > GET /connected-orgs/{id}/stats > has these counters and the last scan, and no other field",
    },
    {
      says: "health: {consumers_on_latest, consumers_lagging, unresolved_declarations}",
      test: [
        `${COUNTS} > of health: the sum over the artifacts that an org's repositories consume`,
        `${LISTS} > GET /connected-orgs/{id}/unresolved > is as long as the org's statistics say`,
      ],
    },
  ],
};
