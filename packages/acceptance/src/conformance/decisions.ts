import type { Section } from "./requirement.ts";

/** The decisions that complete the interface specification. */
export const DECISIONS: readonly Section[] = [
  {
    title: "Order of checks",
    requirements: {
      "D-1.1": "401 comes before 429.",
      "D-1.2": "429 comes before 422.",
      "D-1.3": "Only mutations return 429.",
      "D-1.4": "422 comes before 404.",
      "D-1.5": "404 comes before 403.",
      "D-1.6": "403 comes before 402.",
      "D-1.7": "404 comes before 402.",
      "D-1.8": "402 comes before 409.",
      "D-1.9": "403 and 404 come before 409.",
      "D-1.10": "403 means that another role would be allowed.",
      "D-1.11": "402 means that another plan would allow the request.",
      "D-1.12":
        "404 means that the resource does not exist or belongs to another workspace. Both responses have the same bytes.",
      "D-1.13":
        'Error bodies are always `{"detail": string}` plus named extras, including the framework\'s own 404, 405 and 500.',
      "D-1.14": "A 422 detail is an array of `{loc, msg, type, ctx?, input?}`.",
      "D-1.15": "`loc` starts with `path`, `query`, `header` or `body`.",
      "D-1.16": "Malformed JSON and a wrong content type return 422.",
      "D-1.17": "A 500 carries a fixed text and the request ID, never the cause.",
      "D-1.18": "A 401 carries the fixed text.",
      "D-1.19": "Every response carries `X-Request-ID`. A well-formed ID of the request is kept.",
      "D-1.20": "CORS allows the origins of an allow-list. Errors carry the CORS headers too.",
      "D-1.21": "CORS exposes `Retry-After`, `X-Request-ID`, `X-Total-Count` and `X-Unnamed-Count`.",
      "D-1.22": "The first non-empty credential decides: `X-API-Key`, Bearer `svc_…`, cookie.",
      "D-1.23": "If the first credential is invalid, the response is 401. The next one is not tried.",
      "D-1.24": "A Bearer token that does not start with `svc_` counts as absent.",
    },
  },
  {
    title: "Lists",
    requirements: {
      "D-2.1": "Lists are bare JSON arrays.",
      "D-2.2": "`limit` is 1 to 500.",
      "D-2.3": "`limit` is 100 by default.",
      "D-2.4": "`offset` is at least 0.",
      "D-2.5": "`offset` is 0 by default.",
      "D-2.6": "`X-Total-Count` is the number of all matching items.",
      "D-2.7": "Lists are sorted by a unique key, so pages never overlap.",
    },
  },
  {
    title: "Paths",
    requirements: {
      "D-3.1": "The canonical prefix is `/api/v1`.",
      "D-3.2": "Paths that the specification writes without the prefix are served both with and without it.",
      "D-3.3": "The OpenAPI document does not list the aliases.",
      "D-3.4": "The web application never uses these paths.",
    },
  },
  {
    title: "What may be null",
    requirements: {
      "D-4.1":
        "Repository: `default_branch`, `last_activity_at`, `last_commit_sha` and `last_scanned_at` may be null.",
      "D-4.2":
        "Artifact: `version`, `registry_url`, `source_repository_id` and `source_repository` may be null.",
      "D-4.3": "Consumer entry: `source_line` and `version_constraint` may be null.",
      "D-4.4": "Edges and rows: `version_constraint` and `artifact_id` may be null.",
      "D-4.5": "`latest_version` may be null.",
      "D-4.6":
        "Billing: `billing_period_end`, `base_price_id`, `seat_addon_price_id`, `included_seats`, `max_*`, `hosted_url` and `pdf_url` may be null.",
      "D-4.7": "No other field may be null. The test service validates every response.",
    },
  },
  {
    title: "Organizations, repositories, identity",
    requirements: {
      "D-5.1": "A connected org has the listed fields.",
      "D-5.2": "A connected org never includes its credential.",
      "D-5.3":
        "`POST /connected-orgs` accepts `{name, platform, url?, access_token? or installation_id?}` and returns 201.",
      "D-5.4": "`GET /connected-orgs` lists connected orgs, and `GET /connected-orgs/{id}` returns one.",
      "D-5.5": "PUT changes `name`, `heuristic_patterns`, `host_aliases` and `access_token`.",
      "D-5.6": "PUT changes `schedule`.",
      "D-5.7": "The other fields of a connected org are immutable.",
      "D-5.8": "`DELETE /connected-orgs/{id}` returns 202.",
      "D-5.9": "`POST /connected-orgs/{id}/test` reports whether the credential can list repositories.",
      "D-5.10": "The credential is a GitHub App installation or a token.",
      "D-5.11": "A GitHub App installation is the default of the hosted service.",
      "D-5.12":
        "The platforms are `github`, `gitlab` and `local`. `github` and `gitlab` also support self-hosted servers by `url`.",
      "D-5.13": "`local` is available only where `LOCAL_ORG_ROOTS` names folders.",
      "D-5.14": "The real path of a `local` org is below one of these folders.",
      "D-5.15": {
        says: "`local` is never available in the cloud (422).",
        notAssertable:
          "This depends on the deployment. The cloud's definition does not set LOCAL_ORG_ROOTS, without which `local` returns 422.",
      },
      "D-5.16": "The embedded server listens on 127.0.0.1 unless `HOST` is set.",
      "D-5.17": "`host_aliases` are other names of the same host. Lookup recognizes them.",
      "D-5.18": "Resolution recognizes `host_aliases`.",
      "D-5.19":
        "`(connected_org_id, platform_id)` identifies a repository. A rename or transfer keeps its ID.",
      "D-5.20": "A new default branch keeps the ID.",
      "D-5.21": "Former paths stay lookup aliases until another repository takes them.",
      "D-5.22":
        "A repository absent from a complete listing leaves the graph and lists. It has the same ID if it comes back.",
      "D-5.23": "An incomplete listing removes no repository.",
      "D-5.24": "`GET /repositories` has the filters `q`, `connected_org_id` and `archived`.",
      "D-5.25":
        "`GET /repositories/{id}` and its `/dependencies`, `/dependents`, `/context` and `/impact` are served.",
      "D-5.26": "`GET /repositories/{id}/ownership` is served.",
      "D-5.27": {
        says: "A repository is stale when `last_activity_at` is later than `last_scanned_at`.",
        notAssertable: "No response states it. Clients compare the two fields.",
      },
      "D-5.28": "An ambiguous lookup returns 409 with `{detail, candidates: [repository reference]}`.",
      "D-5.29": "A deleted org is invisible immediately.",
      "D-5.30": "A deleted org is purged within 30 days.",
      "D-5.31":
        "`DELETE /workspaces/{id}` requires the Owner's session and returns 202. The workspace is invisible immediately.",
      "D-5.32": "A deleted workspace is purged within 30 days.",
      "D-5.33": "Snapshots that no scan refers to are deleted after 30 days.",
    },
  },
  {
    title: "Scans",
    requirements: {
      "D-6.1": "`incremental` is the default `scan_type`.",
      "D-6.2": "An incremental scan reuses the snapshots of unchanged repositories.",
      "D-6.3": "A full scan extracts every repository again.",
      "D-6.4": "The trigger of a scan (manual, scheduled, push) is internal.",
      "D-6.5": "`scanned_repos` includes unchanged repositories.",
      "D-6.6": "`skipped_repos` counts empty repositories.",
      "D-6.7": "`skipped_repos` counts repositories over the plan's limit.",
      "D-6.8": {
        says: "`skipped_repos` counts repositories ignored by rule.",
        notAssertable: "There is no such rule.",
      },
      "D-6.9": "At the end of a scan, total = scanned + skipped + failed.",
      "D-6.10":
        "Over the plan's limit, a scan keeps the longest-known repositories and adds the org error `plan_limit`.",
      "D-6.11": "`failed_repos` and `interruption_count` are always present, and 0 by default.",
      "D-6.12":
        "`errors` is null or `{repo_errors: [{repository_id, full_path, code, message}], org_errors?: [{code, message}]}`.",
      "D-6.13": "`POST /connected-orgs/{id}/scans` accepts `{scan_type?}` and returns 202 with the scan.",
      "D-6.14": "Members and higher roles can trigger a scan.",
      "D-6.15":
        "An org has at most one scan in flight. Another trigger returns 409 with the running scan's ID in `scan_id`.",
      "D-6.16": "`GET /scans/{id}` and `GET /connected-orgs/{id}/scans` are served.",
      "D-6.17": "Clients poll. The counts change while a scan runs.",
      "D-6.18":
        "A pending scan is `running` from its first dispatch. It is `completed` when the whole loop ran without failures.",
      "D-6.19":
        "A running scan becomes `partial` when the whole loop ran and `failed_repos` is greater than 0.",
      "D-6.20": "A scan is `failed` when the listing failed.",
      "D-6.21": "A scan is `failed` when the host refused the credential.",
      "D-6.22": "A scan is `failed` at the third interruption.",
      "D-6.23": "Cancelling a cancelled scan returns 200 with the same scan.",
      "D-6.24": "Cancelling a completed, partial or failed scan returns 409.",
      "D-6.25": "A cancelled scan writes nothing more.",
      "D-6.26": "A failed repository keeps its previous declarations in the new graph.",
      "D-6.27": "A failed repository is the first one in the next scan.",
      "D-6.28": "A host's rate limit is neither a failure nor an interruption.",
      "D-6.29": "All scans that use a credential share its rate limit.",
      "D-6.30":
        "A scan of 10,000 repositories at 5,000 requests an hour completes with `interruption_count` 0.",
      "D-6.31": "A push marks its repository as changed.",
      "D-6.32": "A git host reports pushes by webhook.",
      "D-6.33": "One coalesced incremental scan follows a push, at most one per org and minute.",
      "D-6.34": "Pushes during a scan are followed by a scan as well.",
    },
  },
  {
    title: "Graph, dependents, impact",
    requirements: {
      "D-7.1": "An edge points from the consumer (`source`) to the producer (`target`).",
      "D-7.2":
        "In rows, `source_repository_id` is the requested repository and `target_repository_id` is the other one.",
      "D-7.3":
        "Producers are known per workspace. An edge may end in another connected org and belongs to the consumer's org.",
      "D-7.4": "The repository of another org is a node of the consumer's graph.",
      "D-7.5": "Dependents, impact and rooted traversal read the union of the workspace's current graphs.",
      "D-7.6": "Publishing an org resolves other orgs' declarations of it again.",
      "D-7.7": "`(source, target, dependency_type, version_constraint)` identifies an edge.",
      "D-7.8": "An edge has the greatest confidence of its declarations.",
      "D-7.9": "`/connected-orgs/{id}/stats` counts exactly the edges of the full graph.",
      "D-7.10": "`/workspaces/{id}/stats` is the sum over the orgs.",
      "D-7.11":
        "Without a root, node metadata is `full_path`, `connected_org_id`, `archived` and `last_scanned_at`.",
      "D-7.12":
        "With a root, node metadata also has `confidence`, `hops`, `upstream` and `downstream`, the last two `{confidence, hops}` or null.",
      "D-7.13": "Upstream is what the root depends on. Downstream is what depends on the root.",
      "D-7.14":
        "`confidence` of a node is the greater one of its two directions. The root has confidence 1 and 0 hops.",
      "D-7.15": "Every edge between reached nodes at or above the minimum confidence is returned.",
      "D-7.16": "`depth` is 2 by default.",
      "D-7.17": "`depth` and `min_confidence` are validated even when they are ignored.",
      "D-7.18": "Confidence is 0.3, or 0.6 to 1.0.",
      "D-7.19": "Ambiguity lowers confidence to the minimum of its band, never below.",
      "D-7.20":
        "A resolver match has a confidence of 0.8 or more only with deterministic or build-file evidence.",
      "D-7.21": "A dependents row has the listed fields.",
      "D-7.22": "A dependencies row has the same fields as a dependents row.",
      "D-7.23":
        "Dependencies include unresolved declarations, with `target_repository_id: null` and a `reason`.",
      "D-7.24":
        "The repository context has the listed fields, and at most 100 dependencies and 100 dependents.",
      "D-7.25": "`ownership` of the context is null until the signal is on and the org was scanned again.",
      "D-7.26": "Impact follows its design: affected repositories, clocks, rollout waves and choke points.",
    },
  },
  {
    title: "Artifacts and versions",
    requirements: {
      "D-8.1": "There is one artifact per org, type and name.",
      "D-8.2": "`version` of an artifact is its latest known version.",
      "D-8.3": "Artifact types are snake_case and named after the kind of artifact.",
      "D-8.4": "`dependency_type` has the same values as `artifact_type`.",
      "D-8.5":
        "There is one consumer entry per repository, source file and version constraint. `import_count` counts its declarations.",
      "D-8.6":
        "`total_consumers`, `consumer_count`, `consumers_on_latest` and `consumers_lagging` count distinct repositories.",
      "D-8.7": "A repository lags if any of its entries lags.",
      "D-8.8": "`state_breakdown` counts entries.",
      "D-8.9": "`limit`, `offset` and `X-Total-Count` of consumers refer to entries.",
      "D-8.10": "Versions are `[{version, consumer_count, is_latest, published_at}]`.",
      "D-8.11":
        "`version_constraint_state` is `digest`, `pinned`, `range`, `floating`, `absent` or `unresolved`.",
      "D-8.12": "`state_breakdown` always has all six keys.",
      "D-8.13": "The raw text of a version constraint is classified per ecosystem.",
      "D-8.14": "`latest_version` is the highest stable tag or manifest version of the producing repository.",
      "D-8.15": "Versions are compared by the rules of their ecosystem.",
      "D-8.16": "Without a producing repository, `latest_version` is the highest version in the workspace.",
      "D-8.17": "A range is on the latest version when that version satisfies it.",
      "D-8.18":
        "A floating constraint is neither lagging nor on the latest version, unless it points at the latest version.",
      "D-8.19": "A digest counts once its tag is known.",
      "D-8.20": "An artifact is first-party when a repository of the workspace produces it.",
      "D-8.21": "A first-party artifact is an orphan when `consumer_count` is 0.",
      "D-8.22": "Every response that shows consumption computes it the same way.",
      "D-8.23": "`GET /connected-orgs/{id}/artifacts` has the filters `artifact_type`, `q` and `orphans`.",
      "D-8.24": "`GET /artifacts/{id}` and its `/versions` and `/consumers` are served.",
      "D-8.25": "`GET /connected-orgs/{id}/unresolved` is served.",
      "D-8.26":
        "Statistics have repositories, dependencies, breakdowns by `artifact_type` and `dependency_type`, consumed and orphan artifacts, health and the last scan.",
      "D-8.27": "`health` is `{consumers_on_latest, consumers_lagging, unresolved_declarations}`.",
    },
  },
  {
    title: "Ownership",
    requirements: {
      "D-9.1": "The ownership record has the listed fields.",
      "D-9.2": "`limit` and `offset` page the contributors. `X-Total-Count` counts human contributors.",
      "D-9.3":
        "`bus_factor` is the smallest number of human authors who together hold at least half of the commits.",
      "D-9.4": "Commits are weighted by age relative to the newest commit, with a half-life of 365 days.",
      "D-9.5": "A `bus_factor` of 0 means that there are no human commits.",
      "D-9.6": "`top_author_share` is 0.5 or more exactly when `bus_factor` is 1.",
      "D-9.7": "`commit_count` is not weighted.",
      "D-9.8":
        "Authors with 1000, 202, 90, 33, 332, 343, 42 and 433 commits of equal age give a bus factor of 2.",
      "D-9.9": "`.mailmap` is honored.",
      "D-9.10":
        "Authors with the same email address (lowercase, without the noreply prefix) or the same full name are one person.",
      "D-9.11": "Bots are removed. AI agents are not human.",
      "D-9.12": "A commit with co-author trailers is divided among its authors.",
      "D-9.13": "A name that is an email address is redacted.",
      "D-9.14": "Identities are stored as HMACs with a key per workspace, never as email addresses.",
      "D-9.15":
        "By default, the risk feed lists repositories with a fan-in of at least max(5, 75th percentile of unarchived repositories) and a bus factor of 1 or 2.",
      "D-9.16": "`min_dependents` and `max_bus_factor` each replace their own default.",
      "D-9.17":
        "The risk feed is ordered by `risk_score` descending, `top_author_share` descending, and repository ID.",
      "D-9.18": "A risk item has the listed fields.",
      "D-9.19": "`risk_score` is round(100 · min(1, ln(1 + D) / ln 101) / bus_factor, 1).",
      "D-9.20": "D is the number of distinct direct dependent repositories with a confidence of 0.4 or more.",
    },
  },
  {
    title: "People, keys, workspaces",
    requirements: {
      "D-10.1": "Viewers can read.",
      "D-10.2": "Members can scan.",
      "D-10.3": "Admins can manage orgs, the workspace and its members.",
      "D-10.4": "Only the Owner can manage keys and transfer the workspace.",
      "D-10.5": "Only the Owner can manage billing.",
      "D-10.6": "Users cannot grant a role above their own. Only a transfer grants the Owner role.",
      "D-10.7": "Other users cannot edit the Owner.",
      "D-10.8": "The state table decides on transfers: the caller must be the Owner.",
      "D-10.9":
        "A transfer to a user who is not a member returns 404, and a transfer to oneself returns 409.",
      "D-10.10":
        "Transfer, creation and deletion of workspaces, key creation, invitations and member changes return 403 for API keys.",
      "D-10.11": "The text of that 403 is `This operation requires a user session.`",
      "D-10.12": "A member is `{user_id, email, full_name, avatar_url, role, joined_at}`.",
      "D-10.13":
        "`GET /workspaces/{id}/members`, `PATCH …/members/{user_id}` with `{role}` and `DELETE …/members/{user_id}` are served.",
      "D-10.14": "Demoting the last Owner returns 409.",
      "D-10.15": "Invitations are links that require a verified email address.",
      "D-10.16": "An API key has the listed fields. Only the response that creates it includes `key`.",
      "D-10.17": "`POST /workspaces/{id}/api-keys` accepts `{name}` of 1 to 100 characters and returns 201.",
      "D-10.18": "`GET /workspaces/{id}/api-keys` lists the keys.",
      "D-10.19":
        "`DELETE /workspaces/{id}/api-keys/{key_id}` returns 204, and 404 for a key that is already revoked.",
      "D-10.20": "A key is `svc_live_`, an 8-character public ID, a secret and a CRC32 checksum, in base62.",
      "D-10.21": "`prefix` is `svc_live_` and the public ID.",
      "D-10.22": "`prefix` is unique.",
      "D-10.23": "Malformed keys are rejected without a database query.",
      "D-10.24": "Keys are looked up by SHA-256.",
      "D-10.25": {
        says: "Keys are compared in constant time.",
        notAssertable:
          "The time of one comparison is not measurable in the time of a request. The code uses `timingSafeEqual`.",
      },
      "D-10.26": "Keys are not cached, so revocation is immediate.",
      "D-10.27":
        "`POST /workspaces` accepts `{name}` and returns 201. `GET /workspaces` and `GET /workspaces/{id}` are served.",
      "D-10.28": "Workspace names are trimmed and normalized to NFC.",
      "D-10.29": "A workspace name has 1 to 100 code points.",
      "D-10.30": "A workspace name has no control or bidirectional characters.",
      "D-10.31": "A slug matches `[a-z0-9-]`, has at most 63 characters, and gets a suffix when it is taken.",
      "D-10.32": "Former slugs redirect in the application.",
      "D-10.33": "With an API key, `X-Workspace-Id` is absent or the key's workspace.",
      "D-10.34": "With an API key, another `X-Workspace-Id` returns 404.",
      "D-10.35": "With a session, a workspace in the path takes precedence.",
      "D-10.36":
        "With a session, a resource ID selects its own workspace. It returns 404 if the caller is not a member.",
      "D-10.37": "With a session, only collections need `X-Workspace-Id`.",
      "D-10.38": "A collection of a workspace that the caller is not a member of returns 404.",
      "D-10.39": "A collection with an `X-Workspace-Id` that is not a UUID returns 422.",
      "D-10.40":
        "A collection without `X-Workspace-Id` uses the caller's only workspace, or returns 400 if there are several.",
      "D-10.41": "Listing and creating workspaces and accepting invitations need no `X-Workspace-Id`.",
      "D-10.42": "The plan catalog needs no `X-Workspace-Id`.",
      "D-10.43":
        "The cookie is exactly `service_access`, HttpOnly, Secure (except on loopback), SameSite=Lax, Path=/.",
      "D-10.44": "An unsafe request with a session cookie needs an allowed `Origin`, for every content type.",
      "D-10.45": "Accepting an invitation requires a verified email address.",
      "D-10.46": "Linking an OAuth identity requires a verified email address.",
      "D-10.47": "Passwords can be reset.",
      "D-10.48": "Sign-in is limited per account and per address.",
      "D-10.49": "The export has the listed sections, `format_version` and `exported_at`.",
      "D-10.50": "The export contains ownership, subscription and cancellation records.",
      "D-10.51": "The export is serialized from an allow-list.",
      "D-10.52": "The export has `Content-Disposition: attachment`.",
      "D-10.53":
        "Postgres holds the hourly limit of exports. Over it, the response is 429 with `retry_after`.",
      "D-10.54": "An audit event has the listed fields.",
      "D-10.55": "An audit event is written in the transaction of its mutation.",
      "D-10.56": "`GET /workspaces/{id}/audit-events` is served to Admins.",
    },
  },
  {
    title: "Plans and billing",
    requirements: {
      "D-11.1": {
        says: "Plans are configuration, not code.",
        notAssertable: "This describes the code, which holds plans as an array of data.",
      },
      "D-11.2": "The plan `free` includes 1 org, 25 repositories, 3 seats, no features and two keys.",
      "D-11.3":
        "The plan `pro` includes 5 orgs, 500 repositories, 10 seats, any number of keys, and `scheduled_scans`, `api_production`, `artifact_dashboard` and `multi_org`.",
      "D-11.4": "The plan `enterprise` is unlimited (null) and includes all features.",
      "D-11.5": "A scan skips repositories over the plan's limit.",
      "D-11.6": "`features` in the catalog are names joined by commas.",
      "D-11.7": "Seats count members above viewer and open invitations.",
      "D-11.8": "A downgrade never deletes data.",
      "D-11.9": "Creating a resource over the limit returns 402 with `{detail, code, limit, used}`.",
      "D-11.10": 'A missing feature returns 402 with `{detail, code: "plan_feature_required", feature}`.',
      "D-11.11": "`billing_enforced=false` turns all limits off.",
      "D-11.12": "Only the Owner can read and write billing.",
      "D-11.13": "Any member can read entitlements.",
      "D-11.14": "Any user can read the plans.",
      "D-11.15": "Amounts are integers in minor units. Currencies are lowercase.",
      "D-11.16": "The event types are `invoice` and `credit_note`.",
      "D-11.17": "A number of seats that is not an integer from 1 to 1000 returns 422.",
      "D-11.18": "Buying seats without a subscription returns 409.",
      "D-11.19": "A declined payment for seats returns 402 and changes nothing.",
      "D-11.20": "Seat quantities are absolute, and a workspace has one writer at a time.",
      "D-11.21":
        "Billing POSTs store the `Idempotency-Key`, the hash of the body and the response for 24 hours.",
      "D-11.22": "The same `Idempotency-Key` with another body returns 409.",
      "D-11.23":
        "`POST …/billing/resume` returns `{cancel_at: null, status}`, or 409 when no cancellation is scheduled.",
      "D-11.24": "Cancel also accepts `reason`. `reason_text` has at most 500 characters.",
      "D-11.25":
        "Cancelling without a subscription, or when a cancellation is already scheduled, returns 409.",
      "D-11.26": "Waiving deletes the subscription's pending invoice items. Open invoices remain.",
      "D-11.27": "A cancellation record has the listed fields and is pseudonymous.",
      "D-11.28": "The database refuses UPDATE and DELETE of a cancellation record.",
      "D-11.29": "`POST …/billing/checkout` accepts `{plan_key}` and returns `{url}`.",
      "D-11.30": "`POST …/billing/portal` returns `{url}`.",
      "D-11.31":
        "The plan catalog always returns 200, from the unexpired cache, else the processor, else the built-in catalog.",
      "D-11.32": "`subscription_status` has the processor's own values and `none`.",
      "D-11.33": "`active`, `trialing` and `past_due` subscriptions are entitled.",
      "D-11.34": "History: each source returns 50 per page. Each page is sorted newest first.",
      "D-11.35": "History: when only one cursor is sent, the other source is exhausted and is not read.",
      "D-11.36":
        "Webhook: `Stripe-Signature` signs the raw bytes. A signature that is invalid or older than 300 s returns 400 `Invalid signature`.",
      "D-11.37":
        "Webhook: a repeated event returns 200 without effect. Without a configured secret, the response is 503.",
      "D-11.38": "Webhook: the event row and its effects are one transaction.",
      "D-11.39":
        "Webhook: the handler locks the local row, reads the current state from the processor, and upserts.",
      "D-11.40": "Webhook: the listed event types are handled. Others return 200 and are skipped.",
    },
  },
  {
    title: "Rate limit",
    requirements: {
      "D-12.1": "60 authenticated mutations per minute are allowed.",
      "D-12.2": "Mutations are counted per key prefix, and per user for sessions.",
      "D-12.3": "Mutations are counted after the credential is verified.",
      "D-12.4":
        "The window slides: the count is the previous bucket, weighted by its remaining share, plus the current bucket.",
      "D-12.5": "Refused requests are not counted.",
      "D-12.6": "One conditional `UpdateItem` increments the count.",
      "D-12.7": "The limit does not depend on expiry by TTL.",
      "D-12.8": "Of 500 simultaneous requests, exactly 60 pass.",
      "D-12.9":
        "At a steady 60, 70 or 120 requests a minute for five minutes, at least 55 pass every minute.",
      "D-12.10": "After `Retry-After`, the next request of an otherwise idle key passes.",
      "D-12.11": "When the counter is unavailable, mutations pass after about 50 ms.",
      "D-12.12": "When the counter is unavailable, each uncounted mutation is logged and counted.",
      "D-12.13": "Responses have the header fields `RateLimit` and `RateLimit-Policy`.",
      "D-12.14": "Webhooks of git hosts are exempt.",
      "D-12.15": "Webhooks of the payment processor are exempt.",
    },
  },
];
