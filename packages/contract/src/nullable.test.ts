import { expect, it } from "vitest";
import { openApiDocument } from "./openapi.ts";
import { OPERATIONS } from "./operations/all.ts";

/** `scope`, `locked` and `owner` are additions. */
const OF_A_DECLARATION = ["artifact_id", "locked", "owner", "scope", "version_constraint"];
const OF_ONE_UNRESOLVED = ["reason", "target_repository", "target_repository_id"];

/** The nullable fields of each resource in the specification. */
const NULLABLE: Record<string, string[]> = {
  Repository: ["default_branch", "last_activity_at", "last_commit_sha", "last_scanned_at"],
  RepositoryReference: [],
  Artifact: ["registry_url", "source_repository", "source_repository_id", "version"],
  ArtifactConsumer: ["source_line", "version_constraint"],
  ArtifactConsumers: ["latest_version"],
  DependencyGraph: [
    "applied_min_confidence",
    "edges[].version_constraint",
    "nodes[].metadata.downstream",
    "nodes[].metadata.last_scanned_at",
    "nodes[].metadata.upstream",
  ],
  Dependent: OF_A_DECLARATION,
  Dependency: [...OF_A_DECLARATION, ...OF_ONE_UNRESOLVED].toSorted(),
  Scan: ["completed_at", "errors", "started_at"],
  Workspace: [],
  Entitlements: ["seat_limit"],
  BillingUsage: ["billing_period_end", "org_connections.limit", "repos.limit", "seats.limit"],
  BillingHistory: ["next_credit_note_cursor", "next_invoice_cursor"],
  BillingHistoryEvent: ["hosted_url", "pdf_url"],
  Plan: ["base_price_id", "included_seats", "max_org_connections", "max_repos", "seat_addon_price_id"],
};

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

const alternatives = (schema: Schema): Schema[] => [schema, ...(schema.anyOf ?? []).flatMap(alternatives)];
const isNullable = (schema: Schema): boolean =>
  alternatives(schema).some(({ type }) => [type].flat().includes("null"));

/** Returns the nullable fields, excluding those of nested resources. */
function nullableIn(schema: Schema, path = ""): string[] {
  const places = alternatives(schema).flatMap(({ properties = {}, items }) => [
    ...Object.entries(properties).flatMap(([name, property]) => [
      ...(isNullable(property) ? [`${path}${name}`] : []),
      ...nullableIn(property, `${path}${name}.`),
    ]),
    ...(items ? nullableIn(items, `${path.slice(0, -1)}[].`) : []),
  ]);
  return places.toSorted();
}

const { schemas } = openApiDocument(OPERATIONS).components;

it.each(Object.entries(NULLABLE))(
  "%s has exactly these nullable fields [D-4.1,2,3,4,5,6,7]",
  (name, places) => {
    expect(nullableIn(schemas[name] as Schema)).toEqual(places);
  },
);
