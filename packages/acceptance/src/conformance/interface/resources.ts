import type { Row } from "../row.ts";

const FIELDS =
  "acceptance/src/service/fields.test.ts > exactly the fields of the specification, of its types";
const SCANS = "acceptance/src/service/scans.test.ts";
const ARTIFACTS = "acceptance/src/service/artifacts.test.ts";
const EVIDENCE = "acceptance/src/service/evidence.test.ts";
const DEPENDENTS = "acceptance/src/service/dependents.test.ts > GET /repositories/{id}/dependents";

/** Resources and their fields. */
export const RESOURCES: readonly Row[] = [
  {
    says: "Ids and fields ending in _id are UUID strings, datetimes ISO 8601 strings",
    test: "acceptance/src/service/fields.test.ts > every id is a UUID and every instant ISO 8601 > in the answer of %s",
  },
  {
    says: "Scan: its fields and their types, the required keys always there",
    test: `${FIELDS} > Scan, in every answer that is one`,
  },
  {
    says: "Scan.failed_repos: what the scan could not process, without the org-level entries in errors",
    test: [
      `${SCANS} > how a scan ends > partial when a repository cannot be read, which is named`,
      `${SCANS} > how a scan ends > failed when the org cannot be listed, and the org keeps what it had`,
    ],
  },
  {
    says: "Scan.failed_repos: affected repositories keep previous data and are retried on the next scan",
    test: `${SCANS} > how a scan ends > partial keeps the repository's data, and the next scan tries it again although nothing changed`,
  },
  {
    says: "Scan.errors: null or an object, with repo_errors when repositories failed",
    test: [
      `${SCANS} > how a scan ends > partial when a repository cannot be read, which is named`,
      `${SCANS} > how a scan ends > completed, with what is empty skipped`,
    ],
  },
  {
    says: "Scan.interruption_count: default 0",
    test: `${SCANS} > POST /connected-orgs/{id}/scans > 202 with a pending scan, incremental unless told otherwise`,
  },
  {
    says: "A graph is incomplete when status is partial or failed_repos > 0",
    test: "acceptance/src/service/impact.test.ts > a repository that cannot be read any more keeps its part, and the impact says that it is incomplete",
  },
  {
    says: "Scans stored before v1.24.4 report completed with repo_errors and were not backfilled",
    notAssertable: "history of another service: no such scan is stored here",
  },
  {
    says: "Workspace: its fields and their types",
    test: `${FIELDS} > Workspace, as it is made, changed and read`,
  },
  {
    says: "Subscription cancellation record: immutable, with an optional reason and text",
    test: [
      "acceptance/src/service/billing-cancel.test.ts > POST …/billing/cancel > lets the subscription end with its period, and keeps why",
      "db/src/subscription-cancellation.test.ts > a cancellation record > is refused %s by the database, also to who owns the table",
    ],
  },
  {
    says: "Subscription cancellation record: resuming does not delete it",
    test: "acceptance/src/service/billing-cancel.test.ts > POST …/billing/resume > lets the subscription go on, and leaves the record of its cancellation",
  },
  {
    says: "Repository (basic record): its fields and their types",
    test: `${FIELDS} > Repository, looked up, listed and by its id`,
  },
  {
    says: "Repository reference: {id, name, full_path}",
    test: [
      `${FIELDS} > Artifact consumers, their entries, and versions`,
      `${FIELDS} > Repository context, dependents and dependencies`,
    ],
  },
  { says: "Artifact: its fields and their types", test: `${FIELDS} > Artifact, listed and by its id` },
  {
    says: "Artifact.artifact_type: kinds include container image, Python package, infrastructure module",
    test: "acceptance/src/service/one-count.test.ts > one count everywhere > of artifacts: images, packages and infrastructure modules among them",
  },
  {
    says: "Artifact.consumer_count: default 0; per version it counts distinct consuming repositories",
    test: [
      `${ARTIFACTS} > an orphan is first-party and consumed by nobody, and is counted so`,
      `${ARTIFACTS} > GET /artifacts/{id}/versions counts the distinct repositories of each`,
    ],
  },
  {
    says: "Artifact.is_orphan: default false",
    test: `${ARTIFACTS} > an orphan is first-party and consumed by nobody, and is counted so`,
  },
  {
    says: "Artifact consumer entry: its fields and their types",
    test: `${FIELDS} > Artifact consumers, their entries, and versions`,
  },
  {
    says: "Artifact consumer entry: import_count is 1 for one use; one version_constraint_state is absent",
    test: `${ARTIFACTS} > GET /artifacts/{id}/consumers has an entry per repository, file and version, and counts repositories`,
  },
  {
    says: "Artifact consumers response: its fields and their types",
    test: `${FIELDS} > Artifact consumers, their entries, and versions`,
  },
  {
    says: "Artifact consumers response: consumers on latest and lagging, total, counts per state",
    test: [
      `${ARTIFACTS} > GET /artifacts/{id}/consumers has an entry per repository, file and version, and counts repositories`,
      "acceptance/src/service/one-count.test.ts > one count everywhere > of consumers: the artifact in the list, its consumers, its versions, its declarations",
    ],
  },
  {
    says: "Dependency graph: nodes, edges and applied_min_confidence, with their fields and types",
    test: `${FIELDS} > Dependency graph, its nodes and edges`,
  },
  {
    says: "The format is G6-compatible",
    test: "acceptance/src/service/graph.test.ts > the full graph > describes nodes and edges as G6 takes them",
  },
  ...[
    "deterministic parser edges, 0.9 to 1.0",
    "resolver matches, 0.65 to 0.95",
    "heuristic references in build/CI files, package manifests, fetch commands, 0.85",
    "references in files the classifier does not recognize, 0.6 to 0.7",
    "prose, HTML templates, generated blobs, ignore files, 0.3",
  ].map((band) => ({
    says: `Edge confidence: ${band}`,
    test: [
      `${EVIDENCE} > confidence > is in the band of its evidence: parsers, resolver, build files, unclassified files, prose`,
      "graph/src/confidence.test.ts > confidenceOf > lies in the bands: 300, or 600 to 1000",
    ] as const,
  })),
  {
    says: "Billing history event: its fields, types and kinds",
    test: "acceptance/src/service/billing-history.test.ts > GET …/billing/history > has exactly the fields of the specification",
  },
  {
    says: "Billing history event: prorations are part of the parent invoice's description",
    test: "acceptance/src/service/billing-history.test.ts > GET …/billing/history > shows prorations in the description of their invoice, and nowhere else",
  },
  {
    says: "Entitlements: its fields and their types, exactly these five features",
    test: `${FIELDS} > Entitlements`,
  },
  {
    says: "Entitlements.seat_count is billable seat usage, seat_limit null means unlimited",
    test: "acceptance/src/service/people.test.ts > entitlements are everything where no plan limits, and count members above viewer and open invitations",
  },
  {
    says: "Entitlements: when billing_enforced is false, every feature flag is true",
    test: "acceptance/src/service/people.test.ts > entitlements are everything where no plan limits, and count members above viewer and open invitations",
  },
  {
    says: "Billing usage: its fields and their types, a limit of null means unlimited",
    test: [
      "acceptance/src/service/fields.test.ts > exactly the fields of the specification, of its types > Billing usage, and the plan catalog",
      "acceptance/src/service/billing-reads.test.ts > where there is no payment processor > GET …/billing/usage counts, and limits nothing",
    ],
  },
  {
    says: "Plan catalog: its fields, types and defaults",
    test: [
      "acceptance/src/service/fields.test.ts > exactly the fields of the specification, of its types > Billing usage, and the plan catalog",
      "acceptance/src/service/billing-reads.test.ts > where there is no payment processor > GET /billing/plans is the built-in catalog, to whoever belongs to no workspace, too",
    ],
  },
  {
    says: "Ownership per repository: bus factor, top-author share, human authors, contributors without bots, names only",
    test: [
      "acceptance/src/service/ownership.test.ts > GET /repositories/{id}/ownership > tells the bus factor, the shares and the people, by pages of people",
      "extract/src/history/kind-of.test.ts > a bot or an agent > is %s",
    ],
  },
  {
    says: "The repository context carries a summary `ownership`",
    test: "acceptance/src/service/ownership.test.ts > the context and the impact sum it up",
  },
  {
    says: "The repository context includes dependents_total and dependent_repositories_total, the distinct repositories behind it",
    test: [
      "acceptance/src/service/dependents.test.ts > the context counts declarations and, beside them, the distinct repositories behind them",
      "acceptance/src/service/one-count.test.ts > one count everywhere > of dependents and dependencies: the lists, the contexts, the impact, the graph around each",
    ],
  },
  {
    says: "A dependents row is one declaration",
    test: `${DEPENDENTS} > has a row per declaration: its consumer, its line, the full path that it names, its own ref`,
  },
  {
    says: "Rows are deduplicated on consumer, dependency type, version, file, raw_reference and line",
    test: [
      `${DEPENDENTS} > has no row twice: what is said again on the same line is one`,
      "acceptance/src/service/one-count.test.ts > one count everywhere > of declarations: each once, by its consumer, type, version, file, reference and line",
    ],
  },
  {
    says: "The consuming repository is in target_repository_id",
    test: `${DEPENDENTS} > names the repository asked about as source and the consumer as target`,
  },
  {
    says: "raw_reference is the full path of what is referenced, version_constraint its own ref, source_line its line",
    test: `${DEPENDENTS} > has a row per declaration: its consumer, its line, the full path that it names, its own ref`,
  },
  {
    says: "Validation error: {detail: [{loc, msg, type, ctx?, input?}]}",
    test: [
      "acceptance/src/service/fields.test.ts > 422 is the list of what is wrong: where, in which words, of which type",
      "acceptance/src/service/fuzz.test.ts > whatever is sent, the answer is one that the OpenAPI document describes, and never a fault",
    ],
  },
  {
    says: "Roles are Owner, Admin, member and viewer (read-only)",
    test: "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares > $id: $status for $caller",
  },
];
