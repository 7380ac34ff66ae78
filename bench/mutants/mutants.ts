/** A change that breaks the product, and the test file that must turn red. */
export interface Mutant {
  /** What the change breaks. */
  breaks: string;
  file: string;
  /** Occurs exactly once in the file. */
  from: string;
  to: string;
  test: string;
}

const TENANCY: readonly Mutant[] = [
  {
    breaks: "row-level security shows the rows of every workspace",
    file: "packages/db/migrations/0001_tenancy.sql",
    from: "USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id())",
    to: "USING (true) WITH CHECK (true)",
    test: "packages/db/src/tenancy.test.ts",
  },
  {
    breaks: "a transaction keeps its connection's role, which bypasses row-level security",
    file: "packages/db/src/in-workspace.ts",
    from: "sql`set_config('role', 'knockon_app', true)`",
    to: "sql`current_setting('role')`",
    test: "packages/db/src/tenancy.test.ts",
  },
  {
    breaks: "a user is admitted to every workspace",
    file: "packages/api/src/choose-workspace.ts",
    from: "if (!role) throw new NotFoundError();",
    to: 'if (!role) return { actor: { type: "user", id, role: "owner" }, workspaceId };',
    test: "packages/acceptance/src/service/every-tenant.test.ts",
  },
  {
    breaks: "a key may name another workspace",
    file: "packages/api/src/choose-workspace.ts",
    from: "canonical(other) !== workspaceId",
    to: "canonical(other) === undefined",
    test: "packages/acceptance/src/service/every-tenant.test.ts",
  },
  {
    breaks: "a workspace reads with another workspace's GitHub installation",
    file: "packages/adapters/src/git-host/github/app-tokens.ts",
    from: "if (!isRecorded && !isGranted)",
    to: "if (!isRecorded && !isGranted && installationId < 0)",
    test: "packages/adapters/src/git-host/github/github-git-host.test.ts",
  },
  {
    breaks: "an installation is recorded for the user who sent the link",
    file: "packages/core/src/github-installation/install-github-app.ts",
    from: "eq(githubSetup.stateHash, hashToken(state)), eq(githubSetup.userId, actor.id)",
    to: "eq(githubSetup.stateHash, hashToken(state))",
    test: "packages/acceptance/src/service/github-installations.test.ts",
  },
];

const MONEY: readonly Mutant[] = [
  {
    breaks: "two requests change a workspace's subscription at the same time",
    file: "packages/core/src/billing/subscription.ts",
    from: '    .where(eq(subscription.workspaceId, workspaceId))\n    .for("update")',
    to: "    .where(eq(subscription.workspaceId, workspaceId))",
    test: "packages/acceptance/src/service/billing-seats.test.ts",
  },
  {
    breaks: "a test-mode event changes a live subscription",
    file: "packages/adapters/src/payments/stripe/read-notice.ts",
    from: "if (event.livemode !== isLive)",
    to: "if (event.livemode !== isLive && event.id === undefined)",
    test: "packages/adapters/src/payments/stripe/stripe-payments.test.ts",
  },
  {
    breaks: "a retried charge is charged twice",
    file: "packages/web/src/pages/billing/subscription.ts",
    from: "return `${opened}-${request}`;",
    to: "return `${opened}-${request}-${Date.now()}`;",
    test: "packages/acceptance/src/browser/billing.test.ts",
  },
  {
    breaks: "seats are sold on top of the current ones",
    file: "packages/adapters/src/payments/stripe/subscriptions.ts",
    from: "items.push({ id: seat.id, quantity: extraSeats })",
    to: "items.push({ id: seat.id, quantity: (seat.quantity ?? 0) + extraSeats })",
    test: "packages/adapters/src/payments/stripe/stripe-payments.test.ts",
  },
  {
    breaks: "a cancellation record can be changed",
    file: "packages/db/migrations/0001_tenancy.sql",
    from: "CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE ON subscription_cancellation",
    to: "CREATE TRIGGER never_changed BEFORE DELETE ON subscription_cancellation",
    test: "packages/db/src/subscription-cancellation.test.ts",
  },
  {
    breaks: "a scan reads every listed repository, regardless of the plan's limit",
    file: "packages/core/src/scan/take-page.ts",
    from: "markBeyondPlan(ctx, tx, limit, ids)",
    to: "markBeyondPlan(ctx, tx, limit, limit ? [] : ids)",
    test: "packages/core/src/scan/plan-limit.test.ts",
  },
];

const EXACTLY_ONCE: readonly Mutant[] = [
  {
    breaks: "a redelivered message counts its repository twice",
    file: "packages/core/src/scan/scan-repository.ts",
    from: "    if (marked.length === 0) return undefined;\n    if (ownership)",
    to: "    if (ownership)",
    test: "packages/core/src/scan/sweep-scans.test.ts",
  },
  {
    breaks: "a scan finishes before its plan is complete",
    file: "packages/core/src/scan/scan-row.ts",
    from: "row.plannedAt !== null && row.scannedRepos",
    to: "row.scannedRepos",
    test: "packages/core/src/scan/simulation.test.ts",
  },
  {
    breaks: "a repository listed on two pages is counted twice",
    file: "packages/core/src/scan/take-page.ts",
    from: "known && !taken.has(known.id)",
    to: "known && (taken.size < 0 || known)",
    test: "packages/core/src/scan/lifecycle.test.ts",
  },
  {
    breaks: "two sweepers start the same scheduled scan",
    file: "packages/core/src/scan/start-scheduled-scans.ts",
    from: "    eq(connectedOrg.nextScheduledAt, dueAt),\n",
    to: "",
    test: "packages/core/src/scan/start-scheduled-scans.test.ts",
  },
  {
    breaks: "a killed worker's repositories are never enqueued again",
    file: "packages/core/src/scan/sweep-scans.ts",
    from: "lt(scanRepository.leaseUntil, now)",
    to: "lt(scanRepository.leaseUntil, new Date(0))",
    test: "packages/core/src/scan/sweep-scans.test.ts",
  },
  {
    breaks: "a push during a scan is lost",
    file: "packages/core/src/scan/rescan.ts",
    from: "lte(rescanRequest.requestedAt, startedAt)",
    to: "sql`true`",
    test: "packages/core/src/scan/rescan.test.ts",
  },
  {
    breaks: "messages that SQS rejects within a batch are lost",
    file: "packages/adapters/src/queue/sqs.ts",
    from: "entries = entries.filter((entry) => refused.has(entry.Id));",
    to: "entries = [];",
    test: "packages/adapters/src/queue/sqs.test.ts",
  },
  {
    breaks: "a message that a Lambda worker fails on counts as done",
    file: "packages/functions/src/lambda/sqs-handler.ts",
    from: "failed.push(record.messageId);",
    to: "failed.push();",
    test: "packages/acceptance/src/cloud/lambda.test.ts",
  },
  {
    breaks: "an incomplete listing removes the repositories that it lacks",
    file: "packages/core/src/scan/finish-scan.ts",
    from: 'row.startedBy !== "push" && row.isListingComplete',
    to: 'row.startedBy !== "push"',
    test: "packages/core/src/scan/identity.test.ts",
  },
  {
    breaks: "a publish resolves only the repositories that changed themselves",
    file: "packages/core/src/publish/publish-workspace.ts",
    from: "changed.union(new Set(await findDependents(tx, names)))",
    to: "changed.union(new Set(await findDependents(tx, new Set())))",
    test: "packages/core/src/publish/incremental.test.ts",
  },
];

const SECRETS: readonly Mutant[] = [
  {
    breaks: "a key is accepted for its public prefix alone",
    file: "packages/core/src/api-key/authenticate-key.ts",
    from: "timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))",
    to: "timingSafeEqual(Buffer.from(hash), Buffer.from(hash))",
    test: "packages/core/src/api-key/api-key.test.ts",
  },
  {
    breaks: "a revoked key is accepted",
    file: "packages/db/migrations/0001_tenancy.sql",
    from: "WHERE prefix = key_prefix AND revoked_at IS NULL",
    to: "WHERE prefix = key_prefix",
    test: "packages/core/src/api-key/api-key.test.ts",
  },
  {
    breaks: "a sealed token can be opened for another org",
    file: "packages/core/src/connected-org/seal.ts",
    from: "JSON.stringify([workspaceId, connectedOrgId, field, version])",
    to: "JSON.stringify([workspaceId, connectedOrgId.length, field, version])",
    test: "packages/core/src/connected-org/seal.test.ts",
  },
  {
    breaks: "a webhook event is accepted with any signature",
    file: "packages/core/src/webhook/webhook-secret.ts",
    from: "return secret !== undefined && isSignedBy(secret);",
    to: "return secret !== undefined;",
    test: "packages/acceptance/src/service/webhooks.test.ts",
  },
  {
    breaks: "a redirect to another origin receives the credential",
    file: "packages/adapters/src/git-host/http/guarded-http.ts",
    from: "if (next.origin !== first.origin) credentials = {};",
    to: "",
    test: "packages/adapters/src/git-host/http/guarded-http.test.ts",
  },
  {
    breaks: "a write is repeated at another origin",
    file: "packages/adapters/src/git-host/http/guarded-http.ts",
    from: "if (isWrite && next?.origin !== first.origin) return answered;",
    to: "",
    test: "packages/adapters/src/git-host/http/guarded-http.test.ts",
  },
  {
    breaks: "an interrupted check run gets its first annotations again",
    file: "packages/adapters/src/git-host/github/check-runs.ts",
    from: "isStarted ? newest.output.annotations_count : 0",
    to: "0",
    test: "packages/adapters/src/git-host/github/change-host.test.ts",
  },
  {
    breaks: "another person's comment is edited",
    file: "packages/adapters/src/git-host/github/comments.ts",
    from: "isOwn(comment) && ",
    to: "",
    test: "packages/adapters/src/git-host/github/change-host.test.ts",
  },
  {
    breaks: "a note executes commands",
    file: "packages/adapters/src/git-host/gitlab/notes.ts",
    from: "withoutCommands(text) }",
    to: "text }",
    test: "packages/adapters/src/git-host/gitlab/change-host.test.ts",
  },
  {
    breaks: "a host name can resolve to a private address",
    file: "packages/adapters/src/git-host/http/guarded-agents.ts",
    from: "if (!first || !found.every(({ address }) => isPublicAddress(address)))",
    to: "if (!first)",
    test: "packages/adapters/src/git-host/http/guarded-http.test.ts",
  },
  {
    breaks: "a git URL keeps its credentials",
    file: "packages/extract/src/git-url.ts",
    from: 'rest.slice(0, slash).split("@").at(-1) ?? ""',
    to: "rest.slice(0, slash)",
    test: "packages/extract/src/git-url.test.ts",
  },
  {
    breaks: "a failed query is logged with its values",
    file: "packages/core/src/describe-fault.ts",
    from: "if (!(error instanceof DrizzleQueryError)) return stack;",
    to: "if (error instanceof Error) return stack;",
    test: "packages/acceptance/src/service/secrets.test.ts",
  },
  {
    breaks: "a foreign page can sign users in and out",
    file: "packages/adapters/src/sign-in/sign-in.ts",
    from: "disableOriginCheck: false",
    to: "disableOriginCheck: true",
    test: "packages/acceptance/src/service/session-requests.test.ts",
  },
];

const AGENTS: readonly Mutant[] = [
  {
    breaks: "an unknown key calls tools",
    file: "packages/functions/src/mcp/serve-mcp.ts",
    from: "if (!caller) {",
    to: "if (!credential) {",
    test: "packages/acceptance/src/service/mcp.test.ts",
  },
  {
    breaks: "a foreign page calls tools",
    file: "packages/functions/src/mcp/serve-mcp.ts",
    from: "if (origin !== undefined && origin !== baseUrlOf(c.req) && !allowedOrigins.includes(origin))",
    to: 'if (origin === "")',
    test: "packages/acceptance/src/service/mcp.test.ts",
  },
  {
    breaks: "a tool ignores which workspace the caller chose",
    file: "packages/functions/src/mcp/serve-mcp.ts",
    from: '"X-Workspace-Id": ctx.workspaceId,',
    to: "",
    test: "packages/acceptance/src/service/mcp.test.ts",
  },
  {
    breaks: "the audit log stores text of an agent",
    file: "packages/mcp/src/tools/find-artifact.ts",
    from: "about: {",
    to: "about: { artifact: input.query, ",
    test: "packages/acceptance/src/service/mcp.test.ts",
  },
];

const CLOCKS: readonly Mutant[] = [
  {
    breaks: "a payment event of any age is accepted",
    file: "packages/adapters/src/payments/stripe/read-notice.ts",
    from: "const TOLERANCE_SECONDS = 300;",
    to: "const TOLERANCE_SECONDS = 0;",
    test: "packages/adapters/src/payments/stripe/stripe-payments.test.ts",
  },
  {
    breaks: "a payment event is forgotten while Stripe can still redeliver it",
    file: "packages/core/src/garbage/collect-garbage.ts",
    from: "const PAYMENT_EVENTS_KEPT_MS = 30 * DAY_MS;",
    to: "const PAYMENT_EVENTS_KEPT_MS = 2 * DAY_MS;",
    test: "packages/core/src/garbage/collect-expired.test.ts",
  },
  {
    breaks: "a Lambda worker starts messages that it has no time to finish",
    file: "packages/functions/src/lambda/sqs-handler.ts",
    from: "if (remainingMs() === 0)",
    to: "if (remainingMs() < 0)",
    test: "packages/acceptance/src/cloud/sqs-handler.test.ts",
  },
];

const CONFIDENCE: readonly Mutant[] = [
  {
    breaks: "an edge has the confidence of its weakest declaration",
    file: "packages/graph/src/packed-graph.ts",
    from: "strongest[count - 1] = Math.max(strongest[count - 1] ?? 0, confidence[use] ?? 0);",
    to: "strongest[count - 1] = Math.min(strongest[count - 1] || 1000, confidence[use] ?? 0);",
    test: "packages/graph/src/pack-graph.test.ts",
  },
  {
    breaks: "a traversal round reads strengths that the same round improved",
    file: "packages/graph/src/traverse.ts",
    from: "Math.min(from.strength, weight)",
    to: "Math.min(strength[from.node] ?? 0, weight)",
    test: "packages/graph/src/traverse.test.ts",
  },
  {
    breaks: "the risk feed counts repositories that only mention another one",
    file: "packages/core/src/ownership/ownership-risks.ts",
    from: "filter (where ${dependency.confidence} >= ${FAN_IN_FLOOR})",
    to: "filter (where ${FAN_IN_FLOOR} > 0)",
    test: "packages/acceptance/src/service/ownership.test.ts",
  },
];

const OWNERS: readonly Mutant[] = [
  {
    breaks: "the first matching rule of CODEOWNERS counts",
    file: "packages/extract/src/codeowners/find-owners.ts",
    from: "      .toReversed(),",
    to: ",",
    test: "packages/extract/src/codeowners/find-owners.test.ts",
  },
  {
    breaks: "a changed CODEOWNERS file does not change owners",
    file: "packages/core/src/scan/store-extraction.ts",
    from: "JSON.stringify(stored)",
    to: "JSON.stringify({ ...stored, owners: [] })",
    test: "packages/core/src/ownership/line-owners.test.ts",
  },
  {
    breaks: "comments on a host name main authors",
    file: "packages/core/src/ownership/line-owners.ts",
    from: ' && ctx.actor.type !== "system"',
    to: "",
    test: "packages/core/src/ownership/line-owners.test.ts",
  },
  {
    breaks: "blame runs a command of the repository's configuration",
    file: "packages/adapters/src/git-host/local/last-authors.ts",
    from: '"--no-textconv",',
    to: "",
    test: "packages/adapters/src/git-host/local/last-authors.test.ts",
  },
];

const CHECKS: readonly Mutant[] = [
  {
    breaks: "a private repository is named to the readers of a public one",
    file: "packages/core/src/naming/readers.ts",
    from: "return rank(otherId) <= rank(repositoryId);",
    to: "return rank(otherId) >= 0;",
    test: "packages/core/src/naming/readers.test.ts",
  },
  {
    breaks: "the check of an older commit has the last word in the comment",
    file: "packages/core/src/check/comment.ts",
    from: "if (!pullRequest?.isOpen || pullRequest.headSha !== check.headSha) {",
    to: "if (!pullRequest?.isOpen) {",
    test: "packages/core/src/check/run-check.test.ts",
  },
  {
    breaks: "a request that arrives while a worker is busy is lost",
    file: "packages/core/src/check/check-lease.ts",
    from: "and(isHeld(lease), isLastRequest, isTrue",
    to: "and(isHeld(lease), isLastRequest && undefined, isTrue",
    test: "packages/core/src/check/run-check.test.ts",
  },
  {
    breaks: "a fork chooses the settings of its check",
    file: "packages/core/src/check/read-change.ts",
    from: "readConfig(isFromFork ? before : after)",
    to: "readConfig(isFromFork ? after : after)",
    test: "packages/core/src/check/run-check.test.ts",
  },
  {
    breaks: "a superseded head leaves the current one unchecked",
    file: "packages/core/src/check/run-check.ts",
    from: "if (pullRequest?.isOpen) await checkNewerHead(ctx, lease, pullRequest);",
    to: "if (!pullRequest) await checkNewerHead(ctx, lease, check as never);",
    test: "packages/core/src/check/run-check.test.ts",
  },
  {
    breaks: "a name from a repository ends the link target of a comment",
    file: "packages/contract/src/check/markdown.ts",
    from: "`[${place}](${escapeTarget(url)})`",
    to: "`[${place}](${url})`",
    test: "packages/contract/src/check/published.test.ts",
  },
  {
    breaks: "GitHub's secondary rate limit ends a check",
    file: "packages/adapters/src/git-host/github/github-client.ts",
    from: "  if (isRateLimit(response, text.slice(0, 2000))) return busy(response);\n",
    to: "",
    test: "packages/acceptance/src/service/pull-requests.test.ts",
  },
  {
    breaks: "a request has more annotations than GitHub accepts",
    file: "packages/adapters/src/git-host/github/check-runs.ts",
    from: "ANNOTATIONS_PER_REQUEST = 50",
    to: "ANNOTATIONS_PER_REQUEST = 100",
    test: "packages/acceptance/src/service/pull-requests.test.ts",
  },
  {
    breaks: "two workers write the comment of a pull request at the same time",
    file: "packages/core/src/check/comment.ts",
    from: "found.leaseUntil >= now",
    to: "found.leaseUntil > leaseUntil",
    test: "packages/core/src/check/run-check.test.ts",
  },
  {
    breaks: "a push that changes nothing for readers rewrites the comment",
    file: "packages/core/src/check/report-check.ts",
    from: 'detailsUrl: "" }',
    to: "detailsUrl }",
    test: "packages/core/src/check/run-check.test.ts",
  },
  {
    breaks: "a check that ends after the scan that it waits for stays neutral",
    file: "packages/core/src/check/check-lease.ts",
    from: "isTrue ? undefined : sql`false`",
    to: "isTrue ? undefined : undefined",
    test: "packages/core/src/check/run-check.test.ts",
  },
  {
    breaks: "an App's event reaches organizations of other installations",
    file: "packages/core/src/webhook/receive-github-webhook.ts",
    from: "return orgs.flat().filter(({ url }) => sources.includes(sourceOf(url)));",
    to: "return sources.length === 0 ? [] : orgs.flat();",
    test: "packages/acceptance/src/service/pull-requests.test.ts",
  },
];

/** The breaks that would cost users most. A test keeps each `from` in step with its file. */
export const MUTANTS: readonly Mutant[] = [
  ...TENANCY,
  ...MONEY,
  ...EXACTLY_ONCE,
  ...SECRETS,
  ...CHECKS,
  ...AGENTS,
  ...CLOCKS,
  ...CONFIDENCE,
  ...OWNERS,
];
