import type { Section } from "./requirement.ts";

/** The interface specification. `decisions.ts` covers what it leaves open. */
export const INTERFACE: readonly Section[] = [
  {
    title: "What the service does",
    requirements: {
      "IF-1.1": "All paths are relative to the service's base address.",
      "IF-1.2": "The service connects to organizations of repositories (connected orgs) and scans them.",
      "IF-1.3": "A scan is an asynchronous job run by a background worker.",
      "IF-1.4":
        "The nodes of the graph are repositories. Its edges are resolved dependencies of the most recent completed scan.",
      "IF-1.5": "Each edge carries a confidence value.",
      "IF-1.6": "The service tracks artifacts and the repositories that consume them, with pinned versions.",
      "IF-1.7": "A repository can be looked up by clone URL or org/repo path.",
      "IF-1.8":
        "The service groups users into workspaces. A workspace has a plan, seats and feature entitlements.",
      "IF-1.9": "An external payment processor handles a workspace's subscription.",
      "IF-1.10": "The service derives a repository's bus factor from human contributor data.",
      "IF-1.11": "The ranked risk feed combines bus factor and dependency fan-in.",
      "IF-1.12": "Responses contain author names, never email addresses.",
      "IF-1.13": "The ownership signal is off by default. OWNERSHIP_SIGNAL_ENABLED turns it on.",
      "IF-1.14":
        "The ownership endpoints can always be called. Until the signal is on and an org has been scanned again, they return empty, zero or null values.",
      "IF-1.15": "All programmatic access uses workspace API keys.",
      "IF-1.16": "Every response is scoped to one workspace.",
    },
  },
  {
    title: "Resources and their fields",
    requirements: {
      "IF-2.1": "`id` and fields that end in `_id` are UUID strings. Datetimes are ISO 8601 strings.",
      "IF-2.2": "A scan has the listed fields and types. Required keys are always present.",
      "IF-2.3":
        "`failed_repos` of a scan counts the repositories that it could not process, without the org-level entries in `errors`.",
      "IF-2.4":
        "Repositories counted in `failed_repos` keep their previous data, and the next scan retries them.",
      "IF-2.5":
        "`errors` of a scan is null or an object. It contains `repo_errors` when repositories failed.",
      "IF-2.6": "`interruption_count` of a scan is 0 by default.",
      "IF-2.7": "A graph is incomplete when `status` is `partial` or `failed_repos` is greater than 0.",
      "IF-2.8": {
        says: "Scans stored before v1.24.4 report `completed` with `repo_errors` and were not backfilled.",
        notAssertable: "This service stores no scans of earlier releases.",
      },
      "IF-2.9": "A workspace has the listed fields and types.",
      "IF-2.10": "A subscription cancellation record is immutable. It has an optional reason and free text.",
      "IF-2.11": "Resuming a subscription does not delete its cancellation record.",
      "IF-2.12": "A repository (basic record) has the listed fields and types.",
      "IF-2.13": "A repository reference is `{id, name, full_path}`.",
      "IF-2.14": "An artifact has the listed fields and types.",
      "IF-2.15":
        "The values of `artifact_type` include container image, Python package and infrastructure module.",
      "IF-2.16":
        "`consumer_count` of an artifact is 0 by default. Per version, it counts distinct consuming repositories.",
      "IF-2.17": "`is_orphan` of an artifact is false by default.",
      "IF-2.18": "An artifact consumer entry has the listed fields and types.",
      "IF-2.19":
        "`import_count` of a consumer entry is 1 by default. `absent` is a value of `version_constraint_state`.",
      "IF-2.20": "An artifact consumers response has the listed fields and types.",
      "IF-2.21":
        "An artifact consumers response counts consumers on the latest version, lagging consumers, all consumers, and entries per version constraint state.",
      "IF-2.22":
        "A dependency graph has `nodes`, `edges` and `applied_min_confidence`, with the listed fields and types.",
      "IF-2.23": "The graph format is compatible with G6.",
      "IF-2.24": "Edges from deterministic parsers have a confidence of 0.9 to 1.0.",
      "IF-2.25": "Resolver matches have a confidence of 0.65 to 0.95.",
      "IF-2.26":
        "Heuristic references in build and CI files, package manifests and fetch commands have a confidence of 0.85.",
      "IF-2.27":
        "References in files that the classifier does not recognize have a confidence of 0.6 to 0.7.",
      "IF-2.28":
        "References in prose, HTML templates, generated files and ignore files have a confidence of 0.3.",
      "IF-2.29": "A billing history event has the listed fields, types and event types.",
      "IF-2.30":
        "Proration line items appear in the description of the parent invoice, never as separate events.",
      "IF-2.31": "Entitlements have the listed fields and types, and exactly the five features.",
      "IF-2.32": "`seat_count` is the billable seat usage. A `seat_limit` of null means unlimited.",
      "IF-2.33": "When `billing_enforced` is false, every feature flag is true.",
      "IF-2.34": "Billing usage has the listed fields and types. A limit of null means unlimited.",
      "IF-2.35": "The plan catalog has the listed fields, types and defaults.",
      "IF-2.36":
        "Ownership data of a repository has bus factor, top-author share, human author count and the paginated human contributors, without bots and by name only.",
      "IF-2.37": "The repository context carries a summary `ownership`.",
      "IF-2.38":
        "The repository context includes `dependents_total` and `dependent_repositories_total`, the number of distinct repositories behind it.",
      "IF-2.39": "A dependents row is one declaration.",
      "IF-2.40":
        "Dependents rows are deduplicated by consumer, dependency type, version, file, `raw_reference` and line.",
      "IF-2.41": "`target_repository_id` of a dependents row is the consuming repository.",
      "IF-2.42":
        "`raw_reference` is the full path of the referenced package, `version_constraint` is the declaration's own ref, and `source_line` is its line.",
      "IF-2.43": "A validation error is `{detail: [{loc, msg, type, ctx?, input?}]}`.",
      "IF-2.44": "The roles are Owner, Admin, member and viewer (read-only).",
    },
  },
  {
    title: "States and transitions",
    requirements: {
      "IF-3.1": "A scan is `pending`, `running`, `completed`, `partial`, `failed` or `cancelled`.",
      "IF-3.2": "Only `pending` and `running` scans are in flight.",
      "IF-3.3":
        "`partial` means that the whole loop ran and its rows are current, but not every repository could be processed.",
      "IF-3.4": "`partial` is derived from the same errors data as `failed_repos`.",
      "IF-3.5": "`POST /api/v1/scans/{scan_id}/cancel` sets a pending scan to `cancelled` immediately.",
      "IF-3.6":
        "Cancelling sets a running scan to `cancelled` immediately. Its workers check at each repository boundary and stop gracefully.",
      "IF-3.7": "Any caller except a viewer can cancel a scan.",
      "IF-3.8":
        "Cancelling an active subscription schedules its end at period end, inserts a cancellation record, and can waive pending charges.",
      "IF-3.9": "A subscription can be resumed, which does not delete the cancellation record.",
      "IF-3.10": "A transfer by the Owner makes the target member Owner and the caller Admin.",
      "IF-3.11": "A transfer requires a session. API keys cannot transfer.",
    },
  },
  {
    title: "Endpoints: scans",
    requirements: {
      "IF-4.1": "Request and response bodies are JSON.",
      "IF-4.2": "Every operation accepts the described security schemes.",
      "IF-4.3": "Operations with a request body use `Content-Type: application/json`.",
      "IF-4.4": "A validation failure returns 422 with the validation error shape.",
      "IF-4.5": "`POST /api/v1/scans/{scan_id}/cancel` cancels a pending or running scan.",
      "IF-4.6": "Cancel: `scan_id` is a required UUID.",
      "IF-4.7": "Cancel: the header `X-Workspace-Id` is optional.",
      "IF-4.8": "Cancel: a session cookie is accepted.",
      "IF-4.9": "Cancel: there is no request body, and 200 returns the scan.",
      "IF-4.10": "Cancel: members are allowed. Only viewers are excluded.",
    },
  },
  {
    title: "Endpoints: workspaces and billing",
    requirements: {
      "IF-5.1":
        "`PUT /workspaces/{workspace_id}` accepts `name` and `regenerate_slug`, which is false by default.",
      "IF-5.2": "PUT: `regenerate_slug` regenerates the slug from the new name.",
      "IF-5.3": "PUT: only Owner and Admin are allowed.",
      "IF-5.4": "PUT: 200 returns the workspace.",
      "IF-5.5": "`POST /workspaces/{workspace_id}/transfer` accepts the UUID `new_owner_user_id`.",
      "IF-5.6":
        "Transfer: the caller becomes Admin and the target becomes Owner. 200 returns an empty object.",
      "IF-5.7": "Transfer: a session is required.",
      "IF-5.8": "`GET /workspaces/{workspace_id}/export` returns a JSON file with all workspace data.",
      "IF-5.9": "Export: connected orgs omit `access_token_encrypted`.",
      "IF-5.10": "Export: API keys omit `key_hash` and include only the safe prefix.",
      "IF-5.11": "Export: only Owner and Admin are allowed.",
      "IF-5.12": "Export: one export per workspace per hour is allowed.",
      "IF-5.13": "Every member, including viewers, can read `GET /workspaces/{workspace_id}/entitlements`.",
      "IF-5.14": "Entitlements carry no billing identifiers, invoice data or billing contact.",
      "IF-5.15": {
        says: "Entitlements are cheap: seat usage is one count, and plan and features come from the loaded workspace.",
        notAssertable:
          "A response does not show its cost. `get-entitlements.ts` reads the workspace row and runs one count.",
      },
      "IF-5.16": "`GET /workspaces/{workspace_id}/billing/usage` returns billing usage, to the Owner only.",
      "IF-5.17":
        "`GET /workspaces/{workspace_id}/billing/history` returns `events`, `has_more` and two cursors.",
      "IF-5.18": "History: invoices and credit notes are merged, newest first.",
      "IF-5.19": "History: a page has up to 50 of each kind, and each source paginates independently.",
      "IF-5.20": "History: the returned cursors are sent back as query parameters of the same names.",
      "IF-5.21": "History: `has_more` is true when either cursor is non-null.",
      "IF-5.22":
        "`POST /workspaces/{workspace_id}/billing/cancel` accepts `reason_text` and `waive_pending_charges`, which is false by default.",
      "IF-5.23":
        "Cancel: the subscription ends at period end, and an immutable cancellation record is inserted.",
      "IF-5.24": "Cancel: 200 returns `{cancel_at, status, waived_count, waived_total}`.",
      "IF-5.25":
        "`POST /workspaces/{workspace_id}/billing/seats` accepts `additional_seats`, from the Owner only.",
      "IF-5.26": "Seats: the purchase is billed pro rata, updates `extra_seats`, and logs an audit event.",
      "IF-5.27": "Seats: 200 returns `{extra_seats, seat_limit}`.",
      "IF-5.28": "Any authenticated user can call `GET /billing/plans`, also while creating a workspace.",
      "IF-5.29": "Plans: the catalog is cached for 1 hour.",
      "IF-5.30":
        "Plans: the built-in plans are returned when the processor is not configured or not reachable.",
      "IF-5.31":
        "`POST /webhooks/payments` verifies the signature first, then processes the event idempotently.",
      "IF-5.32": "Webhook: unknown event types are skipped, and duplicates are detected by event identity.",
      "IF-5.33": "Webhook: 200 returns an empty object.",
      "IF-5.34":
        "`DELETE /workspaces/{id}/api-keys/{key_id}`, without the prefix, revokes a key immediately.",
    },
  },
  {
    title: "Endpoints: repositories and graph",
    requirements: {
      "IF-6.1":
        "`GET /repositories/lookup` accepts exactly one of `url` and `full_path`. `url` is not named `clone_url`.",
      "IF-6.2": "Lookup: `url` is an https or ssh remote, with or without `.git`.",
      "IF-6.3": "Lookup: `full_path` is the org/repo path and is matched case-insensitively.",
      "IF-6.4": "Lookup: a normalized `clone_url` is matched first.",
      "IF-6.5": "Lookup: then the org/repo segment of the URL is compared with `full_path`.",
      "IF-6.6": "Lookup: 200 returns the basic repository record.",
      "IF-6.7":
        "`GET /connected-orgs/{id}/graph` with `root` returns the root and its upstream and downstream neighbors within `depth` hops.",
      "IF-6.8": "Graph: without `root`, the full graph of the org is returned.",
      "IF-6.9": "Graph: `depth` is 1 to 10, and `min_confidence` is 0.0 to 1.0.",
      "IF-6.10": "Graph: `depth` and `min_confidence` are ignored without `root`.",
      "IF-6.11": "Graph: with `root`, `min_confidence` limits traversal and returned edges, and is echoed.",
      "IF-6.12":
        "Graph: each reached repository carries the confidence of the weakest edge on the strongest path to it.",
      "IF-6.13": "Graph: without `root`, there is no minimum, and `applied_min_confidence` is null.",
      "IF-6.14": "Graph: 0.8 restricts the graph to deterministic and build-file evidence.",
      "IF-6.15": "Graph: 0.0 includes everything.",
      "IF-6.16": "Graph: the default of 0.4 excludes only edges with a confidence of 0.3.",
      "IF-6.17":
        "The dependency counters of the org and the workspace match the full graph of the org exactly.",
      "IF-6.18":
        "`GET /artifacts/{artifact_id}/consumers` lists the consuming repositories of the latest scan.",
      "IF-6.19": "Consumers: the operation requires the Pro plan.",
      "IF-6.20": "`GET /repositories/{id}/ownership` returns the ownership data of a repository.",
      "IF-6.21":
        "`GET /connected-orgs/{id}/ownership-risk` is ordered by risk score and accepts `min_dependents` and `max_bus_factor`.",
      "IF-6.22":
        "`GET /repositories/{id}/context` includes `dependents_total` and `dependent_repositories_total`.",
      "IF-6.23": "`GET /repositories/{id}/context` includes the ownership summary.",
      "IF-6.24": "`GET /repositories/{id}/dependents` returns one row per declaration.",
      "IF-6.25": "Dependents: `X-Total-Count` counts declarations, not repositories.",
      "IF-6.26": "Each version in `GET /artifacts/{id}/versions` has `consumer_count`.",
      "IF-6.27": "`GET /repositories` and `GET /impact` are read endpoints.",
      "IF-6.28":
        "These paths are served as stated. The specification leaves the prefix open, so both forms return the same response.",
    },
  },
  {
    title: "Authentication",
    requirements: {
      "IF-7.1": "An API key is scoped to one workspace.",
      "IF-7.2": "An API key bypasses role checks. It is equivalent to the Owner within its workspace.",
      "IF-7.3": "An API key never needs a `workspace_id` parameter.",
      "IF-7.4": "An API key is created in the application, with a label.",
      "IF-7.5": "The plaintext key is shown once.",
      "IF-7.6": "Only the SHA-256 hash and a short prefix of a key are stored.",
      "IF-7.7": "A lost key is revoked and replaced. A workspace can have several keys.",
      "IF-7.8": "A key is the prefix `svc_live_` followed by the secret part.",
      "IF-7.9": "`X-API-Key` is the canonical header.",
      "IF-7.10": "`Authorization: Bearer` is honored only when the value starts with `svc_`.",
      "IF-7.11": "The session cookie is named `service_access`.",
      "IF-7.12":
        "Credentials are tried in the order `X-API-Key`, `Authorization: Bearer svc_*`, cookie, then 401. The first match wins.",
      "IF-7.13": "Every authenticated response is scoped to the workspace of the key.",
      "IF-7.14": "A request for another workspace's resource returns 404, not 403.",
      "IF-7.15": "Revocation is immediate. Later requests return 401.",
      "IF-7.16": "Operations that need a user identity require a session and refuse API keys.",
      "IF-7.17": "Billing usage and seats are for the Owner only.",
      "IF-7.18": "Updating and exporting a workspace is for Owner and Admin.",
      "IF-7.19":
        "The role rules name Owner or Admin for a transfer. The state table names the Owner, and the state table takes precedence.",
      "IF-7.20": "Entitlements are for any member. Cancelling a scan is for any member except viewers.",
      "IF-7.21": "The plan catalog is for any authenticated user.",
      "IF-7.22": "The webhook is authenticated by signature, not by API key.",
      "IF-7.23": {
        says: "Keys must not be committed to version control or shipped in client-side bundles.",
        notAssertable: "This is an obligation of the key's holder.",
      },
    },
  },
  {
    title: "Events",
    requirements: {
      "IF-8.1": "`POST /api/v1/webhooks/payments` receives the payment processor's webhook events.",
      "IF-8.2": "The signature is verified first. Processing is idempotent.",
      "IF-8.3": "A seat purchase logs an audit event.",
    },
  },
  {
    title: "Errors",
    requirements: {
      "IF-9.1": "400: a lookup with both `url` and `full_path`, with neither, or with any other parameter.",
      "IF-9.2":
        "401: no valid credential, or a revoked key. The detail names the three ways to authenticate.",
      "IF-9.3": "404: the resource does not exist or belongs to another workspace.",
      "IF-9.4": "404: a lookup without a match.",
      "IF-9.5": "409: a lookup that matches more than one repository.",
      "IF-9.6": "422: a request that fails validation, with the validation error shape.",
      "IF-9.7": "429: `{detail, retry_after}` and the header `Retry-After` in seconds.",
      "IF-9.8": "CORS exposes `Retry-After` and `X-Request-ID`.",
    },
  },
  {
    title: "Limits",
    requirements: {
      "IF-10.1": "60 authenticated mutations per minute per key are allowed, counted per key prefix.",
      "IF-10.2": "POST, PUT, PATCH and DELETE requests are mutations.",
      "IF-10.3": "`RATELIMIT_AUTHENTICATED_MUTATIONS` configures the limit.",
      "IF-10.4": "Read endpoints have no request limit.",
      "IF-10.5": "One export per workspace per hour is allowed.",
      "IF-10.6": "A page of billing history has up to 50 invoices and up to 50 credit notes.",
      "IF-10.7": "The graph's `depth` is 1 to 10.",
      "IF-10.8": "The graph's `min_confidence` is 0.0 to 1.0, and 0.4 by default.",
      "IF-10.9": "The plan catalog is cached for 1 hour.",
      "IF-10.10": "Each plan limits seats and org connections.",
      "IF-10.11": "Each plan limits repositories.",
      "IF-10.12": "A limit of null means unlimited.",
    },
  },
  {
    title: "Versioning",
    requirements: {
      "IF-11.1": "Operations have the path prefix `/api/v1`.",
      "IF-11.2": "The published interface description has version 1.12.3.",
      "IF-11.3": "Scan status has the semantics of v1.24.4: `partial` and `failed_repos`.",
      "IF-11.4": {
        says: "Scans stored earlier are not backfilled.",
        notAssertable: "This service stores no scans of earlier releases.",
      },
      "IF-11.5": "Dependents are one row per declaration.",
      "IF-11.6": "Repeated declarations of the same reference in one file are separate rows.",
      "IF-11.7": "Repeated declarations change neither graph edges nor dependent counts of repositories.",
      "IF-11.8": {
        says: "Totals of declarations and of declaration outcomes rise for an org that is scanned again.",
        notAssertable: "This compares with an earlier release, which does not exist here.",
      },
      "IF-11.9": "`consumer_count` per version counts distinct consuming repositories.",
      "IF-11.10":
        "Action references in CI workflows keep one declaration per line of use, with the full path of the action or reusable workflow.",
      "IF-11.11": "References to local actions and to the repository itself are skipped.",
      "IF-11.12": "Reusable workflows in an org's shared workflow repository resolve to that repository.",
      "IF-11.13": "Repositories are matched case-insensitively for these references.",
    },
  },
];
