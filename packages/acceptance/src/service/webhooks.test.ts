import type { FakeGitHost } from "@knockon/adapters/testing/git-hosts/fake-git-host";
import { startFakeGitHub } from "@knockon/adapters/testing/git-hosts/fake-github";
import { startFakeGitLab } from "@knockon/adapters/testing/git-hosts/fake-gitlab";
import { API_PREFIX } from "@knockon/contract/operation";
import { createConnectedOrg, deleteConnectedOrg, getGraph } from "@knockon/contract/operations/connected-org";
import { listRepositories } from "@knockon/contract/operations/repository";
import { listScans } from "@knockon/contract/operations/scan";
import { createWebhookSecret, removeWebhookSecret } from "@knockon/contract/operations/webhook";
import { listAuditEvents } from "@knockon/contract/operations/workspace";
import { inWorkspace } from "@knockon/db/in-workspace";
import { rescanRequest, scan } from "@knockon/db/schema/scan.sql";
import { webhook } from "@knockon/db/schema/webhook.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { jsonLogger } from "@knockon/functions/compose/logger";
import { gitHubEvents, gitLabEvents, type HostEvent, type HostEvents } from "../testing/host-events.ts";
import { ACME, makeOrganization } from "../testing/organizations.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { TestWorkspace } from "../testing/test-workspace.ts";

const KINDS: ["github" | "gitlab", () => Promise<FakeGitHost>, (fake: FakeGitHost) => HostEvents][] = [
  ["github", startFakeGitHub, gitHubEvents],
  ["gitlab", startFakeGitLab, gitLabEvents],
];
const REJECTED = [400, '{"detail":"Invalid signature"}'];
const ACCEPTED = [200, "{}"];

describe.each(KINDS)("POST /webhooks/%s [D-6.32 D-12.14]", (platform, startFake, eventsOf) => {
  let fake: FakeGitHost;
  let events: HostEvents;
  let service: TestService;
  let acme: TestWorkspace;
  let org: { params: { connected_org_id: string } };
  let secret: string;
  let logLines: string[];

  beforeEach(async () => {
    fake = await startFake();
    events = eventsOf(fake);
    for (const [name, files] of Object.entries(ACME))
      fake.repositories.add(name, files, { tags: ["v1.0.0"] });
    logLines = [];
    await start();
  });

  afterEach(async () => {
    await service.close();
    await fake.close();
  });

  async function start(options: { billingEnforced?: boolean } = {}): Promise<void> {
    const log = jsonLogger((line) => logLines.push(line));
    service = await startTestService({ allowedHosts: fake.hosts, log, ...options });
    acme = await service.openWorkspace("Acme");
    org = await connect(acme);
    ({ secret } = await acme.call(createWebhookSecret, org));
  }

  async function connect(tenant: TestWorkspace, url = fake.url) {
    const body = { name: "acme", platform, url, access_token: "valid-token" };
    return { params: { connected_org_id: (await tenant.call(createConnectedOrg, { body })).id } };
  }

  const api = () => fake.repositories.get("api");

  async function send(event: HostEvent, headers: Record<string, string>, prefix: string = API_PREFIX) {
    const response = await service.request(`${prefix}${events.path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...event.headers, ...headers },
      body: event.text,
    });
    return [response.status, await response.text()];
  }

  const deliver = (event: HostEvent, by = secret) => send(event, events.signed(event, by));
  const waiting = async (tenant = acme) =>
    (await inWorkspace(tenant.scope, (tx) => tx.select().from(rescanRequest))).map((row) => row.platformId);
  const starters = async (tenant = acme) =>
    (await inWorkspace(tenant.scope, (tx) => tx.select().from(scan).orderBy(scan.createdAt))).map(
      (row) => row.startedBy,
    );
  const edges = async () => {
    const graph = await acme.call(getGraph, org);
    const label = (id: string) => graph.nodes.find((node) => node.id === id)?.label;
    return graph.edges.map(({ source, target }) => `${label(source)} -> ${label(target)}`);
  };

  it("scans a push and adds its edge to the graph", async () => {
    await acme.scan(org.params.connected_org_id);
    expect(await edges()).not.toContain("handbook -> ui-kit");
    fake.repositories.push("handbook", { "package.json": '{"dependencies": {"@acme/ui-kit": "^2.0.0"}}' });
    expect(await deliver(events.push(fake.repositories.get("handbook")))).toEqual(ACCEPTED);
    await service.drain();
    expect(await edges()).toContain("handbook -> ui-kit");
    const [last] = await acme.call(listScans, org);
    expect(last).toMatchObject({ status: "completed", total_repos: 1 });
  });

  it("accepts events without the path prefix and without another credential", async () => {
    const event = events.push(api());
    expect(await send(event, events.signed(event, secret), "")).toEqual(ACCEPTED);
    expect(await starters()).toEqual(["push"]);
  });

  it("accepts the push of a tag, which adds a version", async () => {
    expect(await deliver(events.push(api(), "refs/tags/v9.0.0"))).toEqual(ACCEPTED);
    expect(await starters()).toEqual(["push"]);
  });

  it("starts one scan for repeated deliveries", async () => {
    for (let time = 0; time < 3; time += 1) expect(await deliver(events.push(api()))).toEqual(ACCEPTED);
    expect(await starters()).toEqual(["push"]);
    await service.drain();
    expect(await waiting()).toEqual([]);
  });

  it("ignores other events", async () => {
    for (const event of events.ignored(api())) {
      expect([event.text, ...(await deliver(event))]).toEqual([event.text, ...ACCEPTED]);
    }
    expect([await starters(), await waiting()]).toEqual([[], []]);
  });

  it("scans a renamed repository, and lists the org again after a deletion", async () => {
    await acme.scan(org.params.connected_org_id);
    fake.repositories.rename("api", "api-server");
    expect(await deliver(events.renamed(fake.repositories.get("api-server")))).toEqual(ACCEPTED);
    await service.drain();
    const names = async () => (await acme.call(listRepositories)).map(({ name }) => name);
    expect(await names()).toContain("api-server");

    await inWorkspace(acme.scope, (tx) => tx.update(scan).set({ createdAt: new Date(0) }));
    const gone = fake.repositories.get("deploy");
    fake.repositories.delete("deploy");
    expect(await deliver(events.deleted(gone))).toEqual(ACCEPTED);
    await service.drain();
    expect(await names()).not.toContain("deploy");
    expect((await starters()).toSorted()).toEqual(["listing_change", "manual", "push"]);
  });

  it("returns the same 400 for a wrong, missing or foreign signature, a changed body and an unknown org", async () => {
    const event = events.push(api());
    const globex = await service.openWorkspace("Globex");
    const elsewhere = await globex.call(createWebhookSecret, await connect(globex));
    const foreign = { ...event, text: event.text.replaceAll(/acme/giu, "unknown") };
    const other = { ...event, text: event.text.replace("main", "topic") };
    const responses = [
      // GitLab does not sign the body.
      ...(platform === "github" ? [await send(other, events.signed(event, secret))] : []),
      await send(event, {}),
      await send(event, events.signed(event, "wrong")),
      await send(event, events.signed(event, "")),
      await send(event, { "X-Hub-Signature-256": "sha256=", "X-Gitlab-Token": `${secret}x` }),
      await send(foreign, events.signed(foreign, secret)),
      ...(await Promise.all(
        ["", "{", "[]", "null", "7", '"x"', "{}"].map((text) => deliver({ ...event, text })),
      )),
    ];
    expect(responses).toEqual(responses.map(() => REJECTED));
    expect(await starters()).toEqual([]);
    // Proves that the signature was the reason for the rejections.
    expect(await deliver(event)).toEqual(ACCEPTED);
    expect([await starters(), await starters(globex)]).toEqual([["push"], []]);
    expect(await deliver(event, elsewhere.secret)).toEqual(ACCEPTED);
    expect(await starters(globex)).toEqual(["push"]);
  });

  it("returns 422 for the secret of a local org, which has no host", async () => {
    const folder = makeOrganization(service.folder, "local", { empty: {} });
    const local = { params: { connected_org_id: await acme.connect("local", folder) } };
    const response = await acme.fetch(createWebhookSecret, local);
    expect([response.status, await response.json()]).toMatchObject([
      422,
      {
        detail: [
          {
            loc: ["path", "connected_org_id"],
            msg: expect.stringContaining("A local organization has no host"),
          },
        ],
      },
    ]);
  });

  it("returns 422 for more than 1 MiB", async () => {
    const event = { ...events.push(api()), text: JSON.stringify({ more: "x".repeat(1_100_000) }) };
    expect((await deliver(event))[0]).toBe(422);
  });

  it("accepts only the latest secret, until it is removed or the org is deleted", async () => {
    const event = events.push(api());
    const first = secret;
    ({ secret } = await acme.call(createWebhookSecret, org));
    expect(secret).not.toBe(first);
    expect([await deliver(event, first), await deliver(event)]).toEqual([REJECTED, ACCEPTED]);
    await acme.call(removeWebhookSecret, org);
    expect((await acme.fetch(removeWebhookSecret, org)).status).toBe(404);
    expect(await deliver(event)).toEqual(REJECTED);
    ({ secret } = await acme.call(createWebhookSecret, org));
    expect(await deliver(event)).toEqual(ACCEPTED);
    await acme.call(deleteConnectedOrg, org);
    expect(await deliver(event)).toEqual(REJECTED);
  });

  it("keeps the secret out of the log, the audit events and the database", async () => {
    await deliver(events.push(api()));
    await deliver(events.push(api()), "wrong");
    const params = { workspace_id: acme.scope.workspaceId };
    const audited = await acme.call(listAuditEvents, { params });
    expect(audited.map(({ action }) => action)).toContain("connected_org.webhook_secret_created");
    const rows = await inWorkspace(acme.scope, (tx) => tx.select().from(webhook));
    expect(rows).toHaveLength(1);
    for (const texts of [logLines, audited, rows]) expect(JSON.stringify(texts)).not.toContain(secret);
    expect(logLines.filter((line) => line.includes("webhook accepted"))).toHaveLength(1);
    expect(logLines.join("")).toContain(org.params.connected_org_id);
    expect(logLines.join("")).not.toContain("refs/heads");
  });

  it("returns 200 without a scan if the plan does not include continuous scans", async () => {
    await service.close();
    await start({ billingEnforced: true });
    await inWorkspace(acme.scope, (tx) => tx.update(workspace).set({ plan: "pro" }));
    expect(await deliver(events.push(api()))).toEqual(ACCEPTED);
    expect([await starters(), await waiting()]).toEqual([[], []]);
    await inWorkspace(acme.scope, (tx) => tx.update(workspace).set({ plan: "enterprise" }));
    expect(await deliver(events.push(api()))).toEqual(ACCEPTED);
    expect(await starters()).toEqual(["push"]);
  });

  it("is not counted against any limit", async () => {
    const event = events.push(api());
    const response = await service.request(`${API_PREFIX}${events.path}`, {
      method: "POST",
      headers: { ...event.headers, ...events.signed(event, secret) },
      body: event.text,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("RateLimit")).toBeNull();
  });
});
