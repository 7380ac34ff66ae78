import type { Part } from "../row.ts";

const ORGS = "acceptance/src/service/connected-orgs.test.ts";
const INSTALLATIONS = "acceptance/src/service/github-installations.test.ts";
const HOSTS = "acceptance/src/service/git-hosts.test.ts > an organization on %s";
const IDENTITY = "core/src/scan/identity.test.ts";
const RENAMED = `${IDENTITY} > a repository that is renamed or transferred`;
const ABSENT =
  "core/src/publish/publish-workspace.test.ts > a repository that a complete listing does not name";
const LISTS = "acceptance/src/service/lists.test.ts";
const ROWS = "acceptance/src/service/rows.test.ts";

export const ORGANIZATIONS: Part = {
  title: "Organizations, repositories, identity",
  rows: [
    {
      says: "The fields of a connected org",
      test: `${ORGS} > POST /connected-orgs > 201 with the org, which has no repositories before its first scan`,
    },
    {
      says: "A connected org never tells its credential",
      test: [
        `${HOSTS} > never shows its token: not in an answer, not in the log, not in the database`,
        `${ORGS} > POST /connected-orgs > 422 for a name or a platform that is none, and for a credential, which is not told back`,
      ],
    },
    {
      says: "POST /connected-orgs {name, platform, url?, access_token? or installation_id?} → 201",
      test: [
        `${HOSTS} > is connected by a token, scanned, and seen as a graph`,
        `${HOSTS} > is not connected by a token or an address that does not serve, and the field is named`,
        `${ORGS} > POST /connected-orgs > 422 for GitHub without a credential, and for an installation where there is no App`,
      ],
    },
    {
      says: "GET /connected-orgs lists them, GET /connected-orgs/{id} is one",
      test: [
        `${LISTS} > pages of two hold everything once, in one order, and each tells the full count > %s`,
        `${ORGS} > PUT /connected-orgs/{id} > 200 with the org as it is now, which keeps what is not given`,
      ],
    },
    {
      says: "PUT changes name, heuristic_patterns, host_aliases and access_token",
      test: [
        `${ORGS} > PUT /connected-orgs/{id} > 200 with the org as it is now, which keeps what is not given`,
        `${HOSTS} > takes another token, which its host accepts, in place of the one that it refuses`,
      ],
    },
    {
      says: "PUT changes the schedule",
      test: [
        "acceptance/src/service/schedules.test.ts > the schedule of a connected org > is given, kept, changed and taken away",
        "acceptance/src/service/schedules.test.ts > the schedule of a connected org > starts a scan by the sweeper's clock",
      ],
    },
    {
      says: "The rest of a connected org is immutable",
      test: `${ORGS} > PUT /connected-orgs/{id} > 422 for what is no pattern, no host or not to be changed, in the words of RE2 where they are RE2's`,
    },
    {
      says: "DELETE /connected-orgs/{id} → 202",
      test: `${ORGS} > DELETE /connected-orgs/{id} > 202, and at once nothing of the org is to be seen, whoever depends on it`,
    },
    {
      says: "POST /connected-orgs/{id}/test says whether the credential can list",
      test: `${HOSTS} > whose token is revoked in the middle fails the scan, keeps the graph, and says so until another is accepted`,
    },
    {
      says: "The credential is a GitHub App installation or a token",
      test: [
        "adapters/src/git-host/github/github-git-host.test.ts > an installation of the App > is exchanged for a token once, until five minutes before that ends",
        `${HOSTS} > is connected by a token, scanned, and seen as a graph`,
      ],
    },
    {
      says: "An installation of the GitHub App is the hosted default",
      test: [
        `${INSTALLATIONS} > the way back > records the installation that the person sees at GitHub, and orgs are connected by it`,
        `${INSTALLATIONS} > an installation that is recorded > is of the workspace that recorded it: to another it is as if there were none`,
        "functions/src/compose/aws.test.ts > no workspace uses an installation that it neither recorded nor was granted, and GitHub is not even asked",
      ],
    },
    {
      says: "The platforms are github, gitlab and local, the first two also self-hosted by url",
      test: [
        `${HOSTS} > is connected by a token, scanned, and seen as a graph`,
        `${ORGS} > POST /connected-orgs > 422 for a name or a platform that is none, and for a credential, which is not told back`,
      ],
    },
    {
      says: "local exists only where LOCAL_ORG_ROOTS names folders",
      test: [
        "adapters/src/git-host/local/local-git-host.test.ts > localGitHost > refuses everything where there is no root",
        "acceptance/src/local/local.test.ts > npm start > lets the API connect what lies below --org and LOCAL_ORG_ROOTS, and nothing else",
      ],
    },
    {
      says: "A local org is at a real path below a root",
      test: [
        "adapters/src/git-host/local/local-git-host.test.ts > localGitHost > refuses %s in words that do not tell whether it exists",
        `${ORGS} > POST /connected-orgs > 422 for the folder %s, which is below no root, in the same words whether it exists or not`,
      ],
    },
    {
      says: "local is never in the cloud (422)",
      notAssertable:
        "a matter of deployment: the cloud's definition sets no LOCAL_ORG_ROOTS, without which local is 422",
    },
    {
      says: "The embedded server listens on 127.0.0.1 unless HOST says otherwise",
      test: "functions/src/local/arguments.test.ts > only this machine is listened to, unless HOST says otherwise",
    },
    {
      says: "host_aliases are other names of the same host: lookup knows them",
      test: "acceptance/src/service/host-aliases.test.ts > GET /repositories/lookup by a URL on another name of an org's host > finds the org's repository, not its namesake: %s",
    },
    {
      says: "Resolution knows host_aliases",
      test: "core/src/connected-org/update-connected-org.test.ts > PUT /connected-orgs/{id} > with a host alias lets what names that host resolve, from the next scan on, which reads nothing",
    },
    {
      says: "A repository's identity is (connected_org_id, platform_id): a rename or transfer keeps the id",
      test: [
        `${HOSTS} > keeps a repository's identity through a rename, loses what is deleted, and reads what was pushed`,
        `${RENAMED} > keeps its id, and is found by its former paths and their URLs`,
      ],
    },
    {
      says: "A new default branch keeps the id",
      test: `${IDENTITY} > a repository whose default branch changes > is read at the new branch's commit, and tells it`,
    },
    {
      says: "Former paths stay lookup aliases until another repository takes them",
      test: `${RENAMED} > leaves its former path to whoever takes it, for good`,
    },
    {
      says: "Absent from a complete listing → leaves graph and lists, same id if it comes back",
      test: `${ABSENT} > leaves lists, graph and dependents at the publish, and is itself again when it returns`,
    },
    {
      says: "An incomplete listing removes nothing",
      test: `${IDENTITY} > an incomplete listing > removes nothing, and the scan says so`,
    },
    {
      says: "GET /repositories is filtered by q, connected_org_id, archived",
      test: `${LISTS} > GET /repositories > is by full path, and filtered by part of it, org, and whether archived`,
    },
    {
      says: "GET /repositories/{id}, …/dependencies, …/dependents, …/context, …/impact",
      test: [
        "acceptance/src/service/every-operation.test.ts > success, and every response as its contract says > %s",
        `${ROWS} > GET /repositories/{id}/context > is the repository with the first hundred of each side, the totals, and no ownership`,
      ],
    },
    {
      says: "GET /repositories/{id}/ownership",
      test: "acceptance/src/service/ownership.test.ts > GET /repositories/{id}/ownership > tells the bus factor, the shares and the people, by pages of people",
    },
    {
      says: "Stale when last_activity_at > last_scanned_at",
      notAssertable: "no response tells it: a reader compares the two fields",
    },
    {
      says: "Lookup 409: {detail, candidates: [repository reference]}",
      test: "acceptance/src/service/lookup.test.ts > 409 for %j, which is two, with both as candidates",
    },
    {
      says: "An org is deleted: invisible at once",
      test: `${ORGS} > DELETE /connected-orgs/{id} > 202, and at once nothing of the org is to be seen, whoever depends on it`,
    },
    {
      says: "An org is purged within 30 days",
      test: "core/src/garbage/purge-connected-orgs.test.ts > an org that was deleted > leaves no row in any table 28 days later, so that none is left after 30",
    },
    {
      says: "DELETE /workspaces/{id} (Owner, session) → 202, invisible at once",
      test: [
        "acceptance/src/service/people.test.ts > workspaces > do not exist any more once they are deleted, nor do their keys",
        "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares > $id: $status for $caller",
      ],
    },
    {
      says: "A workspace is purged within 30 days",
      test: "core/src/garbage/purge-workspace.test.ts > a workspace that was deleted > leaves no row and no graph 28 days later; its people and their other workspaces stay",
    },
    {
      says: "Snapshots that no scan refers to go after 30 days",
      test: [
        "core/src/garbage/collect-snapshots.test.ts > the snapshots of a repository, and their extractions > are kept for 30 days",
        "core/src/garbage/collect-snapshots.test.ts > the snapshots of a repository, and their extractions > are the last five after that, however often one looks",
      ],
    },
  ],
};
