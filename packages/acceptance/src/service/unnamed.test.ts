import { randomUUID } from "node:crypto";
import { callTool } from "@knockon/cli/testing/mcp-client";
import { getArtifactInterface, listArtifactConsumers } from "@knockon/contract/operations/artifact";
import { checkChange, getChangeCheck, listLatentBreaks } from "@knockon/contract/operations/check";
import { getGraph, listArtifacts } from "@knockon/contract/operations/connected-org";
import {
  getImpact,
  getRepositoryContext,
  getRepositoryImpact,
  listDependents,
  listRepositories,
} from "@knockon/contract/operations/repository";
import { Check } from "@knockon/contract/resources/check";
import { updateWorkspaceSettings } from "@knockon/contract/operations/workspace";
import type { OperationInput } from "@knockon/contract/operation";
import {
  NAMING_RULES,
  REPOSITORY_VISIBILITIES,
  type NamingRule,
  type NamingScope,
  type RepositoryVisibility,
} from "@knockon/contract/vocabulary/check";
import { seeded } from "@knockon/core/testing/random";
import { inWorkspace } from "@knockon/db/in-workspace";
import { changeCheck } from "@knockon/db/schema/change-check.sql";
import { membership } from "@knockon/db/schema/membership.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeOrganization } from "../testing/organizations.ts";
import type { TestPerson } from "../testing/test-person.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { RequestParts, TestWorkspace } from "../testing/test-workspace.ts";

/** Questions per rule and surface, of which there are 54 combinations. */
const PROBES = Math.ceil(Number(process.env["KNOCKON_NAME_PROBES"] ?? 54) / 54);
const TIMEOUT_MS = 30_000 + PROBES * 10_000;
const REPOSITORIES = 30;
const random = seeded(Number(process.env["KNOCKON_SEED"] ?? 1));

interface Known {
  id: string;
  /** Part of its name, its files and its owners, and of nothing else. */
  token: string;
  visibility: RepositoryVisibility | null;
  /** Repositories that it declares. */
  uses: number[];
  artifactId: string;
}

let service: TestService;
let acme: TestWorkspace;
let ada: TestPerson;
let agent: Client;
let org: string;
let external: string;
let known: Known[];

const tokenOf = (index: number): string => `name${String(index).padStart(2, "0")}x`;

/** Each repository has an action that is built from actions of earlier ones, and workflows that use them. */
function filesOf(index: number, uses: readonly number[]): Record<string, string> {
  const token = tokenOf(index);
  const steps = uses.map((other) => `- uses: acme/${tokenOf(other)}/setup@main`);
  const action = `inputs:\n  version:\n    required: true\nruns:\n  using: composite\n  steps:\n${["- run: make", ...steps].map((step) => `    ${step}\n`).join("")}`;
  const jobs = uses.map(
    (other) =>
      `  j${other}:\n    steps:\n      - uses: acme/${tokenOf(other)}/setup@main\n        with:\n          version: 1\n          gone: 2\n`,
  );
  return {
    "setup/action.yml": action,
    CODEOWNERS: `* @acme/${token}-team\n`,
    [`pkg-${token}/package.json`]: '{"dependencies": {"left-pad": "^1.0.0"}}',
    ...(jobs.length > 0 && {
      [`.github/workflows/ci-${token}.yml`]: `on: push\njobs:\n${jobs.join("")}`,
    }),
  };
}

beforeAll(async () => {
  service = await startTestService();
  acme = await service.openWorkspace("Acme");
  const uses = Array.from({ length: REPOSITORIES }, (_, index) => [
    ...new Set(Array.from({ length: Math.min(index, 3) }, () => Math.floor(random() * Math.min(index, 12)))),
  ]);
  const repositories = Object.fromEntries(uses.map((of, index) => [tokenOf(index), filesOf(index, of)]));
  org = await acme.connect("acme", makeOrganization(service.folder, "acme", repositories));
  await acme.scan(org);
  const listed = await acme.call(listRepositories, { query: { limit: "500" } });
  const actions = await acme.call(listArtifacts, {
    params: { connected_org_id: org },
    query: { artifact_type: "github_action", limit: "500" },
  });
  const visibilities = [...REPOSITORY_VISIBILITIES, null];
  known = uses.map((of, index) => {
    const token = tokenOf(index);
    return {
      token,
      uses: of,
      id: listed.find(({ name }) => name === token)?.id ?? "",
      artifactId: actions.find(({ name }) => name.startsWith(`acme/${token}/`))?.id ?? "",
      visibility: visibilities[index % 4] ?? null,
    };
  });
  await inWorkspace(acme.scope, async (tx) => {
    for (const { id, visibility } of known)
      await tx.update(repository).set({ visibility }).where(eq(repository.id, id));
  });
  const [leftPad] = await acme.call(listArtifacts, {
    params: { connected_org_id: org },
    query: { q: "left-pad" },
  });
  external = leftPad?.id ?? "";
  ada = await service.signUp("Ada");
  await inWorkspace(acme.scope, (tx) =>
    tx.insert(membership).values({ workspaceId: acme.scope.workspaceId, userId: ada.id, role: "admin" }),
  );
  agent = await connectAgent({ "X-API-Key": acme.key });
});

afterAll(async () => {
  await agent.close();
  await service.close();
});

async function connectAgent(headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const url = new URL(`${service.url}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

const setNaming = (naming_rule: NamingRule, naming_scope: NamingScope) =>
  acme.call(updateWorkspaceSettings, {
    params: { workspace_id: acme.scope.workspaceId },
    body: { naming_rule, naming_scope },
  });

/** The rule as the documentation states it. */
function isNameable(rule: NamingRule, about: Known | undefined, other: Known): boolean {
  const order = (one: Known | undefined) => REPOSITORY_VISIBILITIES.indexOf(one?.visibility ?? "private");
  return about === other || rule === "all" || (rule === "same_visibility" && order(other) <= order(about));
}

/** The status line, the headers and the body of a response, and of an answer to an agent the text and the data. */
async function bytesOf(response: Response): Promise<string> {
  const text = await response.text();
  expect([response.ok, text]).toEqual([true, text]);
  return JSON.stringify([...response.headers]) + text;
}

const asKey = async (operation: OperationInput, parts: RequestParts) =>
  bytesOf(await acme.fetch(operation, parts));
const asCsv = async (operation: OperationInput, parts: RequestParts) =>
  bytesOf(await ada.fetch(operation, { ...parts, headers: { Accept: "text/csv" } }));
const asAgent = async (tool: string, input: Record<string, unknown>) => {
  const answer = await callTool(agent, tool, input);
  expect(answer).toMatchObject({ isError: false });
  return JSON.stringify(answer);
};

const removal = ({ token }: Known) => ({
  changed_paths: ["setup/action.yml"],
  branches: ["main"],
  before: [
    {
      scope: `github_action:acme/${token}/setup`,
      file: "setup/action.yml",
      line: 4,
      members: [{ kind: "input", name: "version", file: "setup/action.yml", line: 2 }],
    },
  ],
  after: [],
});

/** A surface answers about `root`. `other` is one of its consumers. */
type Surface = (root: Known, other: Known) => Promise<string>;

const ofRoot = ({ id }: Known) => ({ params: { repository_id: id } });
const ofArtifact = ({ artifactId }: Known) => ({ params: { artifact_id: artifactId } });

const SURFACES: Record<string, Surface> = {
  impact: (root) => asKey(getRepositoryImpact, { ...ofRoot(root), query: { max_depth: "5" } }),
  "a page of an impact": (root) =>
    asKey(getImpact, {
      query: { repository_id: root.id, through: "repositories", limit: "2", offset: "1", sort: "clock" },
    }),
  "impact of an artifact": (root) => asKey(getImpact, { query: { artifact_id: root.artifactId } }),
  dependents: (root) => asKey(listDependents, ofRoot(root)),
  "dependents, filtered": (root) =>
    asKey(listDependents, { ...ofRoot(root), query: { q: "setup", sort: "-target_repository" } }),
  context: async (root) => {
    const context = await acme.call(getRepositoryContext, ofRoot(root));
    return JSON.stringify({ ...context, dependencies: [] });
  },
  consumers: (root) => asKey(listArtifactConsumers, ofArtifact(root)),
  interface: (root) => asKey(getArtifactInterface, { ...ofArtifact(root), query: { include: "consumers" } }),
  graph: (root) => asKey(getGraph, { params: { connected_org_id: org }, query: { root: root.id } }),
  check: (root) => asKey(checkChange, { query: { repository_id: root.id }, body: removal(root) }),
  "impact as CSV": (root) => asCsv(getRepositoryImpact, ofRoot(root)),
  "dependents as CSV": (root) => asCsv(listDependents, ofRoot(root)),
  "consumers as CSV": (root) => asCsv(listArtifactConsumers, ofArtifact(root)),
  find_artifact: ({ token }) => asAgent("find_artifact", { query: `acme/${token}/setup` }),
  impact_of_change: ({ token }) => asAgent("impact_of_change", { repository: `acme/${token}`, limit: 100 }),
  check_change: ({ token }) =>
    asAgent("check_change", { repository: `acme/${token}`, removes: [{ kind: "input", name: "version" }] }),
  rollout_plan: ({ token }) => asAgent("rollout_plan", { repository: `acme/${token}`, limit: 100 }),
};

/** These are about the consumer, and always name what it declares. */
const OF_CONSUMER: Record<string, Surface> = {
  explain_edge: (root, other) =>
    asAgent("explain_edge", { consumer: `acme/${other.token}`, producer: `acme/${root.token}` }),
};

const namesIn = (text: string): string[] => [...new Set(text.match(/name\d\dx/gu))];

const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

describe("repositories that stay unnamed", () => {
  it(
    "occur in no answer that leaves the application, on any surface, under any rule",
    { timeout: TIMEOUT_MS },
    async () => {
      const pairs = known.flatMap((root) => reach(root).map((other): [Known, Known] => [root, other]));
      const [hidden, leaked]: [Map<string, number>, string[]] = [new Map(), []];
      for (const rule of NAMING_RULES) {
        await setNaming(rule, "answers");
        for (const [name, ask] of Object.entries({ ...SURFACES, ...OF_CONSUMER }))
          for (let probe = 0; probe < PROBES; probe++) {
            const mayName = (root: Known, other: Known, one: Known): boolean =>
              one === root ||
              (name === "graph" && root.uses.includes(known.indexOf(one))) ||
              isNameable(rule, name in OF_CONSUMER ? other : root, one);
            const hidesSome = ([root, other]: [Known, Known]) =>
              reach(root).some((one) => !mayName(root, other, one));
            const isIndirect = ([root, other]: [Known, Known]) => !other.uses.includes(known.indexOf(root));
            // Only a path has repositories between its ends. Under `all`, no question hides anything.
            const asked = name in OF_CONSUMER ? pairs.filter(isIndirect) : pairs;
            const [root, other] = pick(rule === "all" ? asked : asked.filter(hidesSome));
            const text = await ask(root, other);
            const reached = new Set(reach(root));
            for (const one of known.filter((each) => !mayName(root, other, each))) {
              if (reached.has(one)) hidden.set(name, (hidden.get(name) ?? 0) + 1);
              if (text.includes(one.token))
                leaked.push(`${rule}: ${name} of ${root.token} names ${one.token}`);
            }
          }
      }
      expect(leaked).toEqual([]);
      expect([...hidden.keys()].toSorted()).toEqual(Object.keys({ ...SURFACES, ...OF_CONSUMER }).toSorted());
    },
  );

  it("are named by the same surfaces if the rule applies only to pull requests", async () => {
    await setNaming("counts", "pull_requests");
    const root = known[0] as Known;
    const other = reach(root).at(-1) as Known;
    const named = await Promise.all(
      Object.entries(SURFACES).map(async ([name, ask]) => [name, namesIn(await ask(root, other)).length > 1]),
    );
    expect(named.filter(([, isNamed]) => isNamed !== true)).toEqual([]);
  });

  it("are counted, so that the sums stay", async () => {
    await setNaming("same_visibility", "pull_requests");
    const root = known.find((one) => one.visibility === "public" && reach(one).length > 8) as Known;
    const all = await acme.call(getRepositoryImpact, ofRoot(root));
    const allUses = await count(listDependents, ofRoot(root));
    const allConsumers = await acme.call(listArtifactConsumers, ofArtifact(root));
    const allBreaks = await acme.call(checkChange, {
      query: { repository_id: root.id },
      body: removal(root),
    });
    await setNaming("same_visibility", "answers");
    const some = await acme.call(getRepositoryImpact, ofRoot(root));
    expect(some.summary).toEqual(all.summary);
    expect(all.unnamed).toBeUndefined();
    expect(some.unnamed?.less_visible).toBe(true);
    expect(some.affected.length + (some.unnamed?.repositories ?? 0)).toBe(all.affected.length);
    expect(some.affected.map(({ repository: { id } }) => id)).toEqual(
      all.affected
        .map(({ repository: { id } }) => id)
        .filter((id) => isNameable("same_visibility", root, known.find((one) => one.id === id) as Known)),
    );
    const uses = await count(listDependents, ofRoot(root));
    expect(uses.named + uses.unnamed).toBe(allUses.named);
    const consumers = await acme.call(listArtifactConsumers, ofArtifact(root));
    expect(consumers.total_consumers).toBe(allConsumers.total_consumers);
    expect(new Set(consumers.consumers.map((one) => one.repository.id)).size).toBe(
      consumers.total_consumers - (consumers.unnamed?.repositories ?? 0),
    );
    const breaks = await acme.call(checkChange, {
      query: { repository_id: root.id },
      body: removal(root),
    });
    expect([breaks.verdict, breaks.reached]).toEqual([allBreaks.verdict, allBreaks.reached]);
    expect(breaks.unnamed?.repositories).toBeGreaterThan(0);
    expect(new Set(breaks.breaks.map(({ consumer }) => consumer.id)).size).toBe(
      allBreaks.reached.breaking - (breaks.unnamed?.repositories ?? 0),
    );
  });

  it("are not found by a search: the counts do not depend on it", async () => {
    await setNaming("counts", "answers");
    const root = known[0] as Known;
    const uses = await count(listDependents, ofRoot(root));
    for (const { token } of reach(root).slice(0, 3))
      expect(await count(listDependents, { ...ofRoot(root), query: { q: token } })).toEqual(uses);
  });

  it("are left out of latent breaks row by row, by the readers of the producer", async () => {
    const params = { connected_org_id: org };
    await setNaming("same_visibility", "pull_requests");
    const all = await acme.call(listLatentBreaks, { params, query: { limit: "500" } });
    await setNaming("same_visibility", "answers");
    const byId = (id: string) => known.find((one) => one.id === id) as Known;
    const nameable = all.filter(({ producer, consumer }) =>
      isNameable("same_visibility", byId(producer.id), byId(consumer.id)),
    );
    expect(await acme.call(listLatentBreaks, { params, query: { limit: "500" } })).toEqual(nameable);
    expect(await count(listLatentBreaks, { params })).toEqual({
      named: nameable.length,
      unnamed: all.length - nameable.length,
    });
    const csv = await asCsv(listLatentBreaks, { params });
    expect(csv.split("\r\n").length - 2).toBe(nameable.length);
    await setNaming("counts", "answers");
    expect(namesIn(await asKey(listLatentBreaks, { params }))).toEqual([]);
    expect(namesIn(await asCsv(listLatentBreaks, { params }))).toEqual([]);
  });

  it("are counted by the sentence of an agent's answer, with a link to the page", async () => {
    await setNaming("counts", "answers");
    const root = known[0] as Known;
    const { text, data } = await callTool(agent, "impact_of_change", { repository: `acme/${root.token}` });
    const { repositories } = (await acme.call(getRepositoryImpact, ofRoot(root))).unnamed ?? {};
    expect(text).toContain(
      `And ${repositories} repositories that are not named (naming rule of the workspace): ${repositories} on their next run.`,
    );
    expect(data).toMatchObject({ affected: [], unnamed: repositories });
    expect(data["link"]).toMatch(/\/impact\?repository_id=/u);
  });

  it("are left out of an agent's answer to a member, too", async () => {
    await setNaming("counts", "answers");
    const token = ada.cookie.slice(ada.cookie.indexOf("=") + 1);
    const ofMember = await connectAgent({
      Authorization: `Bearer ${token}`,
      "X-Workspace-Id": acme.scope.workspaceId,
    });
    const root = known[0] as Known;
    const { text } = await callTool(ofMember, "impact_of_change", { repository: `acme/${root.token}` });
    await ofMember.close();
    expect(namesIn(text)).toEqual([root.token]);
  });

  it("are left out of a stored check of a pull request", async () => {
    const root = known[0] as Known;
    await setNaming("counts", "pull_requests");
    const result = await acme.call(checkChange, { query: { repository_id: root.id }, body: removal(root) });
    const stored: typeof changeCheck.$inferInsert = {
      id: randomUUID(),
      workspaceId: acme.scope.workspaceId,
      connectedOrgId: org,
      repositoryId: root.id,
      kind: "pull_request",
      number: 1,
      headSha: "a".repeat(40),
      status: "completed",
      result: Check.parse(result),
    };
    const [row] = await inWorkspace(acme.scope, (tx) => tx.insert(changeCheck).values(stored).returning());
    const params = { check_id: row?.id ?? "" };
    expect(namesIn(await asKey(getChangeCheck, { params })).length).toBeGreaterThan(1);
    await setNaming("counts", "answers");
    expect(namesIn(await asKey(getChangeCheck, { params }))).toEqual([root.token]);
    expect(namesIn(await bytesOf(await ada.fetch(getChangeCheck, { params }))).length).toBeGreaterThan(1);
  });

  it("are named to members on pages", async () => {
    await setNaming("counts", "answers");
    const root = known[0] as Known;
    const impact = await ada.call(getRepositoryImpact, ofRoot(root));
    expect(impact.unnamed).toBeUndefined();
    expect(impact.affected).toHaveLength(impact.summary.direct + impact.summary.transitive);
  });

  it("include consumers of an artifact without a producer only under counts", async () => {
    const consumers = { params: { artifact_id: external } };
    await setNaming("same_visibility", "answers");
    expect(await count(listArtifactConsumers, consumers)).toEqual({ named: REPOSITORIES, unnamed: 0 });
    await setNaming("counts", "answers");
    expect(await count(listArtifactConsumers, consumers)).toEqual({ named: 0, unnamed: REPOSITORIES });
  });
});

/** The repositories that depend on a root, directly or not. */
function reach(root: Known): Known[] {
  const reached = new Set([known.indexOf(root)]);
  for (const [index, { uses }] of known.entries())
    if (uses.some((used) => reached.has(used))) reached.add(index);
  reached.delete(known.indexOf(root));
  return [...reached].map((index) => known[index] as Known);
}

async function count(operation: OperationInput, parts: RequestParts) {
  const { headers } = await acme.fetch(operation, parts);
  return { named: Number(headers.get("X-Total-Count")), unnamed: Number(headers.get("X-Unnamed-Count")) };
}
