import { setTimeout as sleep } from "node:timers/promises";
import type { FakeGitHost } from "@knockon/adapters/testing/git-hosts/fake-git-host";
import { startFakeGitHub } from "@knockon/adapters/testing/git-hosts/fake-github";
import { startFakeGitLab } from "@knockon/adapters/testing/git-hosts/fake-gitlab";
import { json } from "@knockon/adapters/testing/git-hosts/fake-server";
import {
  createConnectedOrg,
  deleteConnectedOrg,
  getConnectedOrg,
  getGraph,
  listConnectedOrgs,
  testConnectedOrg,
  updateConnectedOrg,
} from "@knockon/contract/operations/connected-org";
import { listRepositories, lookupRepository } from "@knockon/contract/operations/repository";
import { getScan, triggerScan } from "@knockon/contract/operations/scan";
import { listAuditEvents } from "@knockon/contract/operations/workspace";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ACME } from "../testing/organizations.ts";
import { dumpDatabase, startTestService, type TestService } from "../testing/test-service.ts";
import type { TestWorkspace } from "../testing/test-workspace.ts";

const TOKEN = "valid-token";
const KINDS: ["github" | "gitlab", () => Promise<FakeGitHost>][] = [
  ["github", startFakeGitHub],
  ["gitlab", startFakeGitLab],
];

describe.each(KINDS)(
  "an organization on %s [IF-1.2 D-5.2,3,5,9,10,12,19 D-6.2,21,28]",
  (platform, startFake) => {
    let fake: FakeGitHost;
    let service: TestService;
    let acme: TestWorkspace;
    let logLines: string[];

    beforeEach(async () => {
      fake = await startFake();
      for (const [name, files] of Object.entries(ACME))
        fake.repositories.add(name, files, { tags: ["v1.0.0"] });
      logLines = [];
      const record = (...line: unknown[]): void => void logLines.push(JSON.stringify(line));
      service = await startTestService({ allowedHosts: fake.hosts, log: { info: record, error: record } });
      acme = await service.openWorkspace("Acme");
    });

    afterEach(async () => {
      await service.close();
      await fake.close();
    });

    const connection = (given: Record<string, unknown> = {}) => ({
      body: { name: "acme", platform, url: fake.url, access_token: TOKEN, ...given },
    });
    const connect = async () => {
      const { id } = await acme.call(createConnectedOrg, connection());
      return { params: { connected_org_id: id } };
    };
    type Org = Awaited<ReturnType<typeof connect>>;

    /** Scans an org and waits for the end, through retries after rate limits. */
    async function scan(org: Org) {
      const { id } = await acme.call(triggerScan, org);
      for (;;) {
        await service.drain();
        const now = await acme.call(getScan, { params: { scan_id: id } });
        if (now.status !== "pending" && now.status !== "running") return now;
        await sleep(20);
      }
    }

    async function edges(org: Org): Promise<string[]> {
      const { nodes, edges: found } = await acme.call(getGraph, org);
      const label = (id: string) => nodes.find((node) => node.id === id)?.label;
      return found.map(({ source, target }) => `${label(source)} -> ${label(target)}`).toSorted();
    }

    const isArchive = (path: string): boolean =>
      path.includes("/tarball/") || path.endsWith("/archive.tar.gz");

    it("is connected with a token, scanned, and returned as a graph", async () => {
      const org = await acme.call(createConnectedOrg, connection());
      expect(org).toMatchObject({ platform, url: fake.url, credential_status: "valid", repository_count: 0 });
      const named = { params: { connected_org_id: org.id } };
      expect(await acme.call(testConnectedOrg, named)).toEqual({
        ok: true,
        detail: "The repositories can be listed.",
      });
      expect(await scan(named)).toMatchObject({ status: "completed", scanned_repos: 7, failed_repos: 0 });
      const expected = [
        "api -> actions",
        "api -> base-image",
        "deploy -> api",
        "web -> base-image",
        "web -> ui-kit",
      ];
      expect(await edges(named)).toEqual(expect.arrayContaining(expected));
    });

    it("is not read again if nothing changed", async () => {
      const org = await connect();
      await scan(org);
      fake.requests.length = 0;
      expect(await scan(org)).toMatchObject({ status: "completed", scanned_repos: 7 });
      expect(fake.requests.filter(isArchive)).toEqual([]);
    });

    it("keeps a renamed repository's ID, removes deleted repositories, and reads pushed commits", async () => {
      const org = await connect();
      await scan(org);
      const lookUp = (full_path: string) => acme.call(lookupRepository, { query: { full_path } });
      const before = await lookUp("acme/api");
      fake.repositories.rename("api", "api-server");
      fake.repositories.delete("deploy");
      fake.repositories.push("web", { Dockerfile: "FROM debian:13\n" });
      expect(await scan(org)).toMatchObject({ status: "completed", total_repos: 6 });
      expect(await lookUp("acme/api-server")).toMatchObject({ id: before.id });
      expect(await lookUp("acme/api")).toMatchObject({ id: before.id, full_path: "acme/api-server" });
      expect((await acme.call(listRepositories)).map(({ name }) => name)).not.toContain("deploy");
      const now = await edges(org);
      expect(now).toContain("api-server -> base-image");
      expect(now).not.toContain("web -> base-image");
    });

    it("that limits requests during a scan delays it without an interruption", async () => {
      const org = await connect();
      let refused = 2;
      fake.interfere = ({ path }) =>
        isArchive(path) && refused-- > 0 ? json(429, {}, { "Retry-After": "1" }) : undefined;
      expect(await scan(org)).toMatchObject({
        status: "completed",
        scanned_repos: 7,
        failed_repos: 0,
        interruption_count: 0,
      });
    });

    it("whose token is revoked during a scan fails the scan, keeps the graph, and reports the token until the host accepts one", async () => {
      const org = await connect();
      await scan(org);
      const before = await edges(org);
      for (const name of ["api", "web"]) fake.repositories.push(name, { "new.txt": "new" });
      fake.interfere = ({ path }) => {
        if (isArchive(path)) fake.tokens.clear();
        return undefined;
      };
      const failed = await scan(org);
      expect(failed).toMatchObject({
        status: "failed",
        errors: {
          org_errors: [
            {
              code: "credential_refused",
              message: expect.stringContaining("rejected the credential"),
            },
          ],
        },
      });
      expect(await edges(org)).toEqual(before);
      expect(await acme.call(getConnectedOrg, org)).toMatchObject({ credential_status: "refused" });
      expect(await acme.call(testConnectedOrg, org)).toMatchObject({ ok: false });

      fake.tokens.add(TOKEN);
      expect(await acme.call(testConnectedOrg, org)).toMatchObject({ ok: true });
      expect(await acme.call(getConnectedOrg, org)).toMatchObject({ credential_status: "valid" });
    });

    it("accepts a valid token in place of a revoked one", async () => {
      const org = await connect();
      fake.tokens.clear();
      expect(await acme.call(testConnectedOrg, org)).toMatchObject({ ok: false });
      const change = (access_token: string) =>
        acme.fetch(updateConnectedOrg, { ...org, body: { access_token } });
      expect((await change("wrong-token")).status).toBe(422);
      expect(await acme.call(getConnectedOrg, org)).toMatchObject({ credential_status: "refused" });
      fake.tokens.add("second-token");
      expect(await (await change("second-token")).json()).toMatchObject({ credential_status: "valid" });
      expect(await scan(org)).toMatchObject({ status: "completed", scanned_repos: 7 });
      expect((await dumpDatabase(service.shared.database)).match(/"access_token_encrypted"/gu)).toHaveLength(
        1,
      );
      const events = await acme.call(listAuditEvents, { params: { workspace_id: acme.scope.workspaceId } });
      expect(events.filter(({ action }) => action === "connected_org.credential_changed")).toHaveLength(1);
      expect(JSON.stringify(events)).not.toContain("token");
    });

    it("is not connected with an invalid token or URL, and the error names the field", async () => {
      const rejectionOf = async (given: Record<string, unknown>) => {
        const response = await acme.fetch(createConnectedOrg, connection(given));
        const text = await response.text();
        expect(text).not.toContain("wrong-token");
        const { detail } = JSON.parse(text) as { detail: { loc: string[] }[] };
        return [response.status, detail[0]?.loc.join(".")];
      };
      expect(await rejectionOf({ access_token: "wrong-token" })).toEqual([422, "body.access_token"]);
      expect(await rejectionOf({ access_token: "wrong-token\nX-Injected: 1" })).toEqual([
        422,
        "body.access_token",
      ]);
      expect(await rejectionOf({ url: "https://127.0.0.1/acme" })).toEqual([422, "body.url"]);
      expect(await rejectionOf({ url: "https://169.254.169.254/latest" })).toEqual([422, "body.url"]);
      expect(await rejectionOf({ url: fake.url.replace("acme", "absent") })).toEqual([422, "body.url"]);
      expect(await acme.call(listConnectedOrgs)).toEqual([]);
    });

    it("never reveals its token in a response, the log or the database", async () => {
      const canary = "canary-7f3a9c-token";
      fake.tokens.add(canary);
      const responses: string[] = [];
      const read = async (...request: Parameters<TestWorkspace["fetch"]>) =>
        responses.push(await (await acme.fetch(...request)).text());
      const { id } = await acme.call(createConnectedOrg, connection({ access_token: canary }));
      const org = { params: { connected_org_id: id } };
      await read(getConnectedOrg, org);
      await read(listConnectedOrgs);
      await read(testConnectedOrg, org);
      responses.push(JSON.stringify(await scan(org)));
      fake.tokens.delete(canary);
      responses.push(JSON.stringify(await scan(org)));
      await read(testConnectedOrg, org);
      await read(createConnectedOrg, connection({ access_token: canary }));
      expect(responses.join("\n")).not.toContain(canary);
      expect(logLines.join("\n")).toContain("credential_refused");
      expect(logLines.join("\n")).not.toContain(canary);
      const stored = await dumpDatabase(service.shared.database);
      expect(stored).toMatch(/"access_token_encrypted":\s?"1\./u);
      expect(stored).not.toContain(canary);

      await acme.call(deleteConnectedOrg, org);
      expect(await dumpDatabase(service.shared.database)).toMatch(/"access_token_encrypted":\s?null/u);
    });
  },
);
