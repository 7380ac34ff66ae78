import { STANDINGS } from "@knockon/contract/vocabulary/standing";
import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import { ROLES } from "@knockon/contract/vocabulary/role";
import { expect } from "vitest";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u;

/* Matchers of the field types of the specification. */
export const uuid = expect.stringMatching(UUID) as string;
export const datetime = expect.stringMatching(INSTANT) as string;
export const string = expect.any(String) as string;
export const boolean = expect.any(Boolean) as boolean;
export const number = expect.any(Number) as number;
export const integer = expect.toSatisfy(Number.isSafeInteger) as number;
export const array = expect.any(Array) as unknown[];

export const orNull = <T>(type: T): T | null => expect.toBeOneOf([null, type]) as T | null;
export const oneOf = (values: readonly string[]): string => expect.toBeOneOf([...values]) as string;

export const reference = { id: uuid, name: string, full_path: string };

/* The resources as the specification defines them, written independently of the contract. Only nullable fields accept null. */

const STATUSES = ["pending", "running", "completed", "partial", "failed", "cancelled"];
const STATES = ["digest", "pinned", "range", "floating", "absent", "unresolved"];

export const scan = {
  id: uuid,
  connected_org_id: uuid,
  status: oneOf(STATUSES),
  scan_type: oneOf(["incremental", "full"]),
  total_repos: integer,
  scanned_repos: integer,
  skipped_repos: integer,
  failed_repos: integer,
  errors: orNull(expect.any(Object)),
  started_at: orNull(datetime),
  completed_at: orNull(datetime),
  created_at: datetime,
  updated_at: datetime,
  interruption_count: integer,
};

export const workspace = {
  id: uuid,
  name: string,
  slug: string,
  plan: string,
  created_at: datetime,
  updated_at: datetime,
};

export const repository = {
  id: uuid,
  connected_org_id: uuid,
  name: string,
  full_path: string,
  clone_url: string,
  platform_id: string,
  default_branch: orNull(string),
  archived: boolean,
  is_fork: boolean,
  last_activity_at: orNull(datetime),
  last_commit_sha: orNull(string),
  last_scanned_at: orNull(datetime),
  created_at: datetime,
};

export const artifact = {
  id: uuid,
  connected_org_id: uuid,
  artifact_type: string,
  name: string,
  version: orNull(string),
  registry_url: orNull(string),
  source_repository_id: orNull(uuid),
  created_at: datetime,
  updated_at: datetime,
  consumer_count: integer,
  // Beyond the specification, for the pages.
  mentioning_count: integer,
  is_first_party: boolean,
  is_orphan: boolean,
  source_repository: orNull(reference),
};

export const consumer = {
  repository: reference,
  is_latest: boolean,
  standing: oneOf(STANDINGS),
  source_file: string,
  source_line: orNull(integer),
  version_constraint: orNull(string),
  import_count: integer,
  version_constraint_state: oneOf(STATES),
};

export const consumers = {
  artifact,
  consumers: array,
  consumers_on_latest: integer,
  consumers_lagging: integer,
  latest_version: orNull(string),
  total_consumers: integer,
  state_breakdown: Object.fromEntries(STATES.map((state) => [state, integer])),
};

export const node = { id: string, label: string, type: "repository", metadata: expect.any(Object) as object };

export const edge = {
  id: string,
  source: string,
  target: string,
  dependency_type: string,
  version_constraint: orNull(string),
  confidence: number,
  // Beyond the specification, for the drawing.
  role: oneOf(ROLES),
  clock: oneOf(CLOCKS),
};

export const features = {
  scheduled_scans: boolean,
  continuous_scans: boolean,
  api_production: boolean,
  artifact_dashboard: boolean,
  multi_org: boolean,
};

const used = { used: integer, limit: orNull(integer) };

export const billingUsage = {
  plan: string,
  subscription_status: string,
  billing_period_end: orNull(datetime),
  extra_seats: integer,
  features,
  repos: used,
  seats: used,
  org_connections: used,
};

export const plan = {
  plan_key: string,
  base_price_amount: integer,
  base_price_currency: string,
  base_price_id: orNull(string),
  included_seats: orNull(integer),
  max_org_connections: orNull(integer),
  max_repos: orNull(integer),
  seat_addon_amount: integer,
  seat_addon_currency: string,
  seat_addon_price_id: orNull(string),
  features: string,
};

const row = {
  id: uuid,
  source_repository_id: uuid,
  artifact_id: orNull(uuid),
  dependency_type: string,
  version_constraint: orNull(string),
  version_constraint_state: oneOf(STATES),
  source_file: string,
  source_line: orNull(integer),
  raw_reference: string,
  confidence: number,
  role: oneOf(ROLES),
  scope: orNull(string),
  locked: null,
  owner: null,
  evidence: { class: string, rule: string },
};

export const dependent = { ...row, target_repository_id: uuid, target_repository: reference };

export const dependency = {
  ...row,
  target_repository_id: orNull(uuid),
  target_repository: orNull(reference),
  reason: orNull(string),
};
