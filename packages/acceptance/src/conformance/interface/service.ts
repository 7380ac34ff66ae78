import type { Row } from "../row.ts";

/** What the service does. */
export const SERVICE: readonly Row[] = [
  {
    says: "All paths are relative to the service's base address",
    test: "contract/src/openapi.test.ts > the document of the whole service > is served where it says",
  },
  {
    says: "1. It connects to organizations of repositories (connected orgs) and scans them",
    test: "acceptance/src/service/git-hosts.test.ts > an organization on github > is connected by a token, scanned, and seen as a graph",
  },
  {
    says: "1. A scan is an asynchronous job run by a background worker",
    test: [
      "acceptance/src/service/scans.test.ts > POST /connected-orgs/{id}/scans > 202 with a pending scan, incremental unless told otherwise",
      "acceptance/src/service/killed-workers.test.ts > SIGKILL of the workers in the middle of a scan > loses and repeats nothing, and is made good by %i sweeps, %i times",
    ],
  },
  {
    says: "2. The graph's nodes are repositories, its edges resolved dependencies of the most recent completed scan",
    test: [
      "acceptance/src/service/graph.test.ts > the full graph > has every repository as a node and every edge, prose too, and no floor",
      "acceptance/src/service/scans.test.ts > how a scan ends > failed when the org cannot be listed, and the org keeps what it had",
    ],
  },
  {
    says: "2. Each edge carries a confidence value",
    test: "acceptance/src/service/fields.test.ts > exactly the fields of the specification, of its types > Dependency graph, its nodes and edges",
  },
  {
    says: "3. It tracks artifacts and the repositories that consume them, with pinned versions",
    test: "acceptance/src/service/artifacts.test.ts > GET /artifacts/{id}/consumers has an entry per repository, file and version, and counts repositories",
  },
  {
    says: "4. Repository lookup from a clone URL or an org/repo path",
    test: [
      "acceptance/src/service/lookup.test.ts > GET /repositories/lookup by url > finds the repository in the form %s",
      "acceptance/src/service/lookup.test.ts > GET /repositories/lookup by full_path > compares without case",
    ],
  },
  {
    says: "5. It groups users into workspaces, which have a plan, seats and feature entitlements",
    test: "acceptance/src/service/people.test.ts > entitlements are everything where no plan limits, and count members above viewer and open invitations",
  },
  {
    says: "5. A workspace has a subscription handled by an external payment processor",
    test: "acceptance/src/service/billing-checkout.test.ts > POST …/billing/checkout > leads to a page on which the plan begins, and its features with it",
  },
  {
    says: "6. The bus factor of a repository, from human contributor data",
    test: "core/src/ownership/ownership.test.ts > a scan > tells who owns each repository",
  },
  {
    says: "6. Bus factor and dependency fan-in make a ranked risk feed",
    test: "acceptance/src/service/ownership.test.ts > GET /connected-orgs/{id}/ownership-risk > is what SQL says, with each override and both",
  },
  {
    says: "6. Author names are exposed, never e-mail addresses",
    test: "acceptance/src/service/ownership.test.ts > addresses of authors, co-authors, mailmap and CODEOWNERS > are in no response, in no export, and in no line of the log",
  },
  {
    says: "7. The signal is off by default, enabled by OWNERSHIP_SIGNAL_ENABLED",
    test: [
      "functions/src/compose/ownership-setting.test.ts > is off unless it is opted into, and ranks people only together with the signal",
      "core/src/ownership/ownership.test.ts > a scan > while the signal is off reads no history, and what is known is not shown",
    ],
  },
  {
    says: "7. Its endpoints are always callable, and empty, zero or null until the signal is on and the org re-scanned",
    test: [
      "acceptance/src/service/ownership.test.ts > while the signal is off > the endpoints answer empty, zero and null",
      "core/src/ownership/ownership.test.ts > a scan > once the signal is on reads the histories of what is unchanged, once",
    ],
  },
  {
    says: "All programmatic access uses workspace API keys",
    test: "acceptance/src/service/every-operation.test.ts > 401 > %s without a valid credential, in whatever header",
  },
  {
    says: "Every response is scoped to one workspace",
    test: "acceptance/src/service/every-tenant.test.ts > what is another workspace's does not exist > %s: nothing of it is in what is one's own",
  },
];
