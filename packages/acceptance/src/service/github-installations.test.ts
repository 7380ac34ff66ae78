import { createHmac, generateKeyPairSync } from "node:crypto";
import { startFakeGitHub, type FakeGitHub } from "@knockon/adapters/testing/git-hosts/fake-github";
import type { FakePerson } from "@knockon/adapters/testing/git-hosts/github-people";
import { json } from "@knockon/adapters/testing/git-hosts/fake-server";
import { API_PREFIX } from "@knockon/contract/operation";
import {
  createConnectedOrg,
  deleteConnectedOrg,
  getConnectedOrg,
  testConnectedOrg,
} from "@knockon/contract/operations/connected-org";
import {
  beginGithubInstallation,
  finishGithubInstallation,
  listGithubInstallations,
  removeGithubInstallation,
} from "@knockon/contract/operations/github-installation";
import { listAuditEvents } from "@knockon/contract/operations/workspace";
import { inWorkspace } from "@knockon/db/in-workspace";
import { githubSetup } from "@knockon/db/schema/github-installation.sql";
import { membership } from "@knockon/db/schema/membership.sql";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { jsonLogger } from "@knockon/functions/compose/logger";
import { ACME } from "../testing/organizations.ts";
import type { TestPerson } from "../testing/test-person.ts";
import { dumpDatabase, startTestService, type TestService } from "../testing/test-service.ts";
import { sendRequest, type TestWorkspace } from "../testing/test-workspace.ts";

const { publicKey, privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const CLIENT = { id: "Iv1.7", secret: "canary-of-the-client" };
const WEBHOOK_SECRET = "the secret of the App's webhook";
const REPOSITORIES = Object.keys(ACME).length;
/** A user who administers the organization of installation 5. */
const OWNER_OF_5: FakePerson = new Map([["5", REPOSITORIES]]);

let fake: FakeGitHub;
let service: TestService;
let ada: TestPerson;
let acme: TestWorkspace;
let logLines: string[] = [];

beforeAll(async () => {
  fake = await startFakeGitHub({ id: "77", publicKey, client: CLIENT });
  for (const [name, files] of Object.entries(ACME)) fake.repositories.add(name, files, { tags: ["v1.0.0"] });
  const { origin: url } = new URL(fake.url);
  service = await startTestService({
    allowedHosts: fake.hosts,
    log: jsonLogger((line) => logLines.push(line)),
    app: {
      githubApp: { id: "77", privateKey, url, granted: new Set() },
      githubAppSetup: { url, slug: "knockon", clientId: CLIENT.id, clientSecret: CLIENT.secret },
      githubAppWebhookSecret: WEBHOOK_SECRET,
    },
  });
  ada = await service.signUp("ada");
});

beforeEach(async () => {
  fake.interfere = () => undefined;
  fake.installations.set("5", { seconds: 3600 });
  logLines = [];
  acme = await openWorkspace("Acme");
});

afterAll(async () => {
  await service.close();
  await fake.close();
});

const of = ({ scope }: TestWorkspace) => ({ params: { workspace_id: scope.workspaceId } });

async function join(
  workspace: TestWorkspace,
  { id: userId }: TestPerson,
  role: "owner" | "admin" | "viewer",
) {
  const { workspaceId } = workspace.scope;
  await inWorkspace(workspace.scope, (tx) => tx.insert(membership).values({ workspaceId, userId, role }));
}

/** Opens a workspace with Ada as Admin. */
async function openWorkspace(name: string): Promise<TestWorkspace> {
  const workspace = await service.openWorkspace(name);
  await join(workspace, ada, "admin");
  return workspace;
}

/** Starts an installation. Returns the state in the URL that the browser opens at GitHub. */
async function begin(workspace = acme, person = ada): Promise<string> {
  const { url } = await person.call(beginGithubInstallation, of(workspace));
  return new URL(url).searchParams.get("state") ?? "";
}

let codes = 0;

/** Returns a code that GitHub issues to a user. */
function codeOf(person: FakePerson): string {
  const code = `canary-of-code-${(codes += 1)}`;
  fake.codes.set(code, person);
  return code;
}

/** Sends the browser back from GitHub. Returns the URL that it is redirected to. */
async function returnFromGitHub(
  query: Record<string, string>,
  headers: Record<string, string> = { Cookie: ada.cookie },
) {
  const response = await sendRequest(service, finishGithubInstallation, { query, headers });
  expect([response.status, await response.text()]).toEqual([302, ""]);
  return response.headers.get("Location");
}

const settings = (outcome: string, { scope }: TestWorkspace = acme) =>
  `http://localhost/w/${scope.workspaceId}/settings/orgs?installation=${outcome}`;
const HOME = "http://localhost/?installation=expired";

const recorded = async (workspace = acme) =>
  (await workspace.call(listGithubInstallations, of(workspace))).map((row) => row.installation_id);

async function record(workspace = acme, person = OWNER_OF_5, installation_id = "5"): Promise<void> {
  const back = {
    state: await begin(workspace),
    code: codeOf(person),
    installation_id,
    setup_action: "install",
  };
  expect(await returnFromGitHub(back)).toBe(settings("recorded", workspace));
}

const connect = (workspace = acme, installation_id = "5") =>
  workspace.fetch(createConnectedOrg, {
    body: { name: "acme", platform: "github", url: fake.url, installation_id },
  });

const actions = async () =>
  (await acme.call(listAuditEvents, of(acme))).filter(({ action }) => action.startsWith("github_"));

describe("POST …/github-installations", () => {
  it("returns the App's page at GitHub, with a state that is stored only as a hash", async () => {
    const { url } = await ada.call(beginGithubInstallation, of(acme));
    const { origin, pathname, searchParams } = new URL(url);
    expect(origin + pathname).toBe(`${new URL(fake.url).origin}/github-apps/knockon/installations/new`);
    expect([...searchParams.keys()]).toEqual(["state"]);
    expect(searchParams.get("state")).toMatch(/^[\w-]{43}$/u);
    expect(await dumpDatabase(service.shared.database)).not.toContain(searchParams.get("state"));
  });

  it("returns a page below /apps at github.com, and 503 without an App", async () => {
    const beginWith = async (app?: object) => {
      const other = await startTestService({ ...(app && { app }) });
      try {
        const bob = await other.signUp("bob");
        const workspace = await other.openWorkspace("Bob's");
        await join(workspace, bob, "admin");
        const response = await bob.fetch(beginGithubInstallation, of(workspace));
        return { status: response.status, body: await response.json() };
      } finally {
        await other.close();
      }
    };
    const page = expect.stringMatching(/^https:\/\/github\.com\/apps\/knockon\/installations\/new\?state=/u);
    expect(await beginWith()).toEqual({ status: 201, body: { url: page } });
    expect(await beginWith({ githubAppSetup: null })).toEqual({
      status: 503,
      body: { detail: "This deployment has no GitHub App to install." },
    });
  });
});

describe("the return from GitHub", () => {
  it("records an installation that the user can see at GitHub, and connects orgs with it [D-5.11]", async () => {
    expect((await connect()).status).toBe(422);
    await record();
    const [row, ...others] = await acme.call(listGithubInstallations, of(acme));
    expect([row, others]).toEqual([
      { installation_id: "5", account: "acme", created_at: expect.any(String) },
      [],
    ]);
    expect(await actions()).toMatchObject([
      {
        action: "github_installation.recorded",
        actor: { type: "user", id: ada.id },
        target: { type: "github_installation", id: "5" },
        after: { account: "acme" },
      },
    ]);
    const response = await connect();
    expect(response.status).toBe(201);
    const org = (await response.json()) as { id: string; credential_status: string };
    expect(org.credential_status).toBe("valid");
    expect(await acme.scan(org.id)).toMatchObject({ status: "completed", scanned_repos: REPOSITORIES });
  });

  it("finds the installation on the last page of the user's list, and accepts one that is already recorded", async () => {
    const many = new Map(Array.from({ length: 250 }, (_, index) => [String(1000 + index), 0]));
    await record(acme, new Map([...many, ["5", REPOSITORIES]]));
    await record();
    expect(await recorded()).toEqual(["5"]);
    expect(await actions()).toHaveLength(2);
  });

  it("is not cached and sends no referrer", async () => {
    const response = await sendRequest(service, finishGithubInstallation, {
      query: { state: "s", code: "c" },
    });
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Referrer-Policy")).toBe("no-referrer");
  });

  const rejections: [outcome: string, why: string, back: () => Record<string, string>][] = [
    ["not_yours", "the user cannot see it", () => ({ code: codeOf(new Map([["6", 1]])) })],
    ["not_yours", "the user can see no installation", () => ({ code: codeOf(new Map()) })],
    ["not_yours", "the code is unknown", () => ({ code: "made-up" })],
    [
      "not_all_repositories",
      "the user can read only some of its repositories",
      () => ({ code: codeOf(new Map([["5", REPOSITORIES - 1]])) }),
    ],
    ["requested", "an owner has to approve", () => ({ setup_action: "request", code: codeOf(OWNER_OF_5) })],
    ["cancelled", "GitHub gives no code", () => ({ error: "access_denied" })],
    ["cancelled", "no installation is named", () => ({ code: codeOf(OWNER_OF_5), installation_id: "" })],
    ["cancelled", "it is not a number", () => ({ code: codeOf(OWNER_OF_5), installation_id: "5/../6" })],
  ];

  it.each(rejections)("redirects with %s and records nothing if %s", async (outcome, _why, backOf) => {
    const back = { state: await begin(), installation_id: "5", setup_action: "install", ...backOf() };
    expect(await returnFromGitHub(back)).toBe(settings(outcome));
    expect([await recorded(), await actions()]).toEqual([[], []]);
  });

  it.each([
    ["is down", () => json(502, {})],
    ["is busy", () => json(429, {}, { "Retry-After": "60" })],
    ["returns an unexpected body", () => json(200, { installations: "none" })],
  ])("redirects with unavailable and records nothing if GitHub %s", async (_why, respond) => {
    fake.interfere = ({ path }) => (path.endsWith("/user/installations") ? respond() : undefined);
    const back = { state: await begin(), installation_id: "5", code: codeOf(OWNER_OF_5) };
    expect(await returnFromGitHub(back)).toBe(settings("unavailable"));
    expect(await recorded()).toEqual([]);
  });

  it("expires after ten minutes", async () => {
    const state = await begin();
    const setups = await inWorkspace(acme.scope, (tx) => tx.select().from(githubSetup));
    const minutes = ((setups[0]?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(10);
    await inWorkspace(acme.scope, (tx) => tx.update(githubSetup).set({ expiresAt: new Date() }));
    expect(await returnFromGitHub({ state, installation_id: "5", code: codeOf(OWNER_OF_5) })).toBe(
      settings("expired"),
    );
    expect(await recorded()).toEqual([]);
  });

  it("works once, even for ten simultaneous requests", async () => {
    const state = await begin();
    const back = () => returnFromGitHub({ state, installation_id: "5", code: codeOf(OWNER_OF_5) });
    const locations = await Promise.all(Array.from({ length: 10 }, back));
    expect(locations.filter((location) => location === settings("recorded"))).toHaveLength(1);
    expect(locations.filter((location) => location === HOME)).toHaveLength(9);
    expect(await actions()).toHaveLength(1);
  });

  it("redirects to the home page for another user's state, which stays valid for its owner", async () => {
    const eve = await service.signUp("eve");
    await join(acme, eve, "owner");
    const state = await begin();
    // An installation by another user, through Ada's link.
    const back = () => ({ state, installation_id: "5", code: codeOf(OWNER_OF_5) });
    expect(await returnFromGitHub(back(), {})).toBe(HOME);
    expect(await returnFromGitHub(back(), { Cookie: eve.cookie })).toBe(HOME);
    expect(await returnFromGitHub(back(), { Cookie: ada.cookie.replace("=", "=x") })).toBe(HOME);
    expect(await returnFromGitHub(back(), { "X-API-Key": acme.key })).toBe(HOME);
    expect(await returnFromGitHub({ ...back(), state: `${state}x` })).toBe(HOME);
    expect(await returnFromGitHub({ installation_id: "5", code: codeOf(OWNER_OF_5) })).toBe(HOME);
    expect(await recorded()).toEqual([]);
    expect(await returnFromGitHub(back())).toBe(settings("recorded"));
  });

  it("redirects users who no longer administer the workspace to the home page", async () => {
    const state = await begin();
    await inWorkspace(acme.scope, (tx) => tx.update(membership).set({ role: "member" }));
    expect(await returnFromGitHub({ state, installation_id: "5", code: codeOf(OWNER_OF_5) })).toBe(HOME);
    expect(await recorded()).toEqual([]);
  });

  it("records nothing if the audit event cannot be written", async () => {
    const { database } = service.shared;
    const query = { state: await begin(), installation_id: "5", code: codeOf(OWNER_OF_5) };
    await database.execute(sql`revoke insert on audit_event from knockon_app`);
    const response = await sendRequest(service, finishGithubInstallation, {
      query,
      headers: { Cookie: ada.cookie },
    });
    await database.execute(sql`grant insert on audit_event to knockon_app`);
    expect(response.status).toBe(500);
    expect(await recorded()).toEqual([]);
  });

  it("neither stores nor logs the code, the user's token or the App's secret", async () => {
    await record();
    fake.interfere = ({ path }) => (path.endsWith("/user/installations") ? json(500, {}) : undefined);
    await returnFromGitHub({ state: await begin(), installation_id: "5", code: codeOf(OWNER_OF_5) });
    const kept = [...logLines, await dumpDatabase(service.shared.database)].join("\n");
    expect(logLines.join("\n")).toContain("installation not confirmed");
    expect(kept).not.toMatch(/canary-of|person-/u);
  });
});

describe("a recorded installation", () => {
  it("belongs to the workspace that recorded it and does not exist for others [D-5.11]", async () => {
    const globex = await openWorkspace("Globex");
    await record();
    const rejectionOf = async (installation: string) => {
      const response = await connect(globex, installation);
      return [response.status, await response.text()];
    };
    fake.installations.set("6", { seconds: 3600 });
    expect(await recorded(globex)).toEqual([]);
    expect(await rejectionOf("5")).toEqual(await rejectionOf("404404"));
    expect(await rejectionOf("5")).toEqual([422, expect.stringContaining("has no such App installation")]);
    expect((await globex.fetch(removeGithubInstallation, ofInstallation(globex))).status).toBe(404);
    await record(globex);
    expect((await connect(globex)).status).toBe(201);
    expect([await recorded(), await recorded(globex)]).toEqual([["5"], ["5"]]);
  });

  const ofInstallation = (workspace = acme) => ({
    params: { workspace_id: workspace.scope.workspaceId, installation_id: "5" },
  });

  it("cannot be removed while an org uses it, and returns 404 once removed", async () => {
    await record();
    const { id } = (await (await connect()).json()) as { id: string };
    const rejected = await acme.fetch(removeGithubInstallation, ofInstallation());
    expect([rejected.status, await rejected.json()]).toEqual([
      409,
      { detail: "The organization acme uses this installation." },
    ]);
    expect(await recorded()).toEqual(["5"]);
    await acme.call(deleteConnectedOrg, { params: { connected_org_id: id } });
    await acme.call(removeGithubInstallation, ofInstallation());
    expect(await recorded()).toEqual([]);
    expect((await acme.fetch(removeGithubInstallation, ofInstallation())).status).toBe(404);
    expect((await connect()).status).toBe(422);
    expect((await actions()).map(({ action }) => action)).toEqual([
      "github_installation.removed",
      "github_installation.recorded",
    ]);
  });

  it("is listed by account and ID, in pages", async () => {
    const [first, second] = [new Map([["41", REPOSITORIES]]), new Map([["5", REPOSITORIES]])];
    fake.installations.set("41", { seconds: 3600 });
    await record(acme, second);
    await record(acme, first, "41");
    const pageAt = async (offset: string) => {
      const response = await acme.fetch(listGithubInstallations, {
        ...of(acme),
        query: { limit: "1", offset },
      });
      const [row] = (await response.json()) as { installation_id: string }[];
      return [response.headers.get("X-Total-Count"), row?.installation_id];
    };
    expect([await pageAt("0"), await pageAt("1"), await pageAt("2")]).toEqual([
      ["2", "41"],
      ["2", "5"],
      ["2", undefined],
    ]);
  });
});

describe("the App's webhook", () => {
  async function deliver(kind: string, payload: object, secret = WEBHOOK_SECRET) {
    const body = JSON.stringify(payload);
    const signature = createHmac("sha256", secret).update(body).digest("hex");
    const response = await service.request(`${API_PREFIX}/webhooks/github`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-GitHub-Event": kind,
        "X-Hub-Signature-256": `sha256=${signature}`,
      },
      body,
    });
    return [response.status, await response.text()];
  }
  const deleted = { action: "deleted", installation: { id: 5, account: { login: "acme" } } };

  it("removes an uninstalled App from all workspaces and marks the credential of its orgs as refused", async () => {
    const globex = await openWorkspace("Globex");
    await record();
    await record(globex);
    const { id } = (await (await connect()).json()) as { id: string };
    const org = { params: { connected_org_id: id } };
    fake.installations.delete("5");
    expect(await deliver("installation", deleted)).toEqual([200, "{}"]);
    expect(await deliver("installation", deleted)).toEqual([200, "{}"]);
    expect([await recorded(), await recorded(globex)]).toEqual([[], []]);
    expect(await acme.call(getConnectedOrg, org)).toMatchObject({ credential_status: "refused" });
    expect(await acme.call(testConnectedOrg, org)).toMatchObject({ ok: false });
    const [last, ...before] = await actions();
    expect(last).toMatchObject({
      action: "github_installation.removed",
      actor: { type: "system", id: null },
    });
    expect(before).toHaveLength(1);
  });

  it("changes nothing for another event, another installation or another secret", async () => {
    await record();
    expect(await deliver("installation", { ...deleted, action: "suspend" })).toEqual([200, "{}"]);
    expect(await deliver("ping", { zen: "Keep it logically awesome." })).toEqual([200, "{}"]);
    expect(await deliver("push", deleted)).toEqual([200, "{}"]);
    expect(await deliver("installation", { action: "deleted", installation: { id: 6 } })).toEqual([
      200,
      "{}",
    ]);
    expect(await deliver("installation", { action: "deleted", installation: "5" })).toEqual([200, "{}"]);
    expect(await deliver("installation", deleted, "wrong")).toEqual([400, '{"detail":"Invalid signature"}']);
    expect(await deliver("installation", deleted, "")).toEqual([400, '{"detail":"Invalid signature"}']);
    expect(await recorded()).toEqual(["5"]);
  });
});
