import { createHmac } from "node:crypto";
import { join } from "node:path";
import { seeded } from "@knockon/core/testing/random";
import type { OperationInput } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { getGraph } from "@knockon/contract/operations/connected-org";
import type { DependencyGraph } from "@knockon/contract/resources/graph";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import { makeExampleOrganization } from "@knockon/functions/local/example-organization";
import { STREAMED_OPERATIONS, streamFunctionOf } from "@knockon/functions/streamed-operations";
import { eventOf, type FunctionAnswer } from "../testing/cloud/gateway.ts";
import { startTestCloud, type TestCloud } from "../testing/cloud/start-test-cloud.ts";
import { exampleOf } from "../testing/operation-examples.ts";
import { ACME } from "../testing/organizations.ts";
import { portableGraph } from "../testing/portable-graph.ts";
import { invite, openDisposable, openTenant, type Tenant } from "../testing/tenant.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { ask, targetOf } from "../testing/test-workspace.ts";

const START_MS = 300_000;

let cloud: TestCloud;
let tenant: Tenant;

beforeAll(async () => {
  cloud = await startTestCloud();
  tenant = await openTenant(cloud, "acme", ACME);
}, START_MS);

afterAll(() => cloud?.close());

/** Each function is a process to start: `npm test` asks one in four, `npm run verify:deep` all. */
const ASKED = process.env["KNOCKON_LAMBDAS"] === "all" ? 1 : 1 / 4;
const random = seeded(Number(process.env["KNOCKON_SEED"] ?? 1));
const asked = OPERATIONS.filter(() => random() < ASKED);

const isSigned = ({ auth }: OperationInput): boolean => auth.credentials === "signature";
const reads = asked.filter(({ method }) => method === "GET");
const mutations = asked.filter((operation) => operation.method !== "GET" && !isSigned(operation));
const named = (operations: readonly OperationInput[]) =>
  operations.map((operation) => [operation.id, operation] as const);

/** Nobody charges for anything here: who needs the processor's answer says so. */
const statusesOf = ({ status, asksProcessor, errors }: OperationInput): number[] =>
  asksProcessor && errors.includes(503) ? [status, 503] : [status];

const credentialFor = ({ auth }: OperationInput, { credentials }: Tenant): Record<string, string> =>
  auth.credentials.includes("key") ? credentials.key : credentials.owner;

describe("the deployed function of each operation, in Lambda's runtime client", () => {
  it.each(named(reads))("%s answers", async (_id, operation) => {
    const headers = credentialFor(operation, tenant);
    const response = await ask(cloud, operation, { ...exampleOf(operation, tenant.resources), headers });
    expect({ statuses: statusesOf(operation), text: await response.text() }).toEqual({
      statuses: expect.arrayContaining([response.status]),
      text: expect.any(String),
    });
  });

  it.each(named(mutations))("%s does what it is asked", async (id, operation) => {
    const disposable = await openDisposable(cloud, tenant.team, join(cloud.folder, "acme"));
    if (id === "acceptInvitation")
      disposable.resources.token = await invite(cloud, tenant.team.admin, tenant.team.owner.email);
    const headers = credentialFor(operation, disposable);
    const response = await ask(cloud, operation, { ...exampleOf(operation, disposable.resources), headers });
    expect({ statuses: statusesOf(operation), text: await response.text() }).toEqual({
      statuses: expect.arrayContaining([response.status]),
      text: expect.any(String),
    });
  });

  it.each(named(STREAMED_OPERATIONS))("%s answers whole as a stream", async (id, operation) => {
    const { resources, ...disposable } = await openDisposable(cloud, tenant.team, join(cloud.folder, "acme"));
    const target = targetOf(operation, exampleOf(operation, resources));
    const event = eventOf(target, { headers: disposable.credentials.owner }, "192.0.2.1");
    const { statusCode, body } = (await cloud.invoke(streamFunctionOf(id), event)) as FunctionAnswer;
    expect(statusCode).toBe(200);
    expect(Object.keys(JSON.parse(body) as object)).toEqual(
      Object.keys((operation.response as z.ZodObject).shape),
    );
  });

  it.each(["receiveGithubWebhook", "receiveGitlabWebhook"])("%s refuses what nobody signed", async (id) => {
    const operation = OPERATIONS.find((one) => one.id === id) as OperationInput;
    const signature = `sha256=${createHmac("sha256", "none").update("{}").digest("hex")}`;
    const headers = { "X-Hub-Signature-256": signature, "X-Gitlab-Token": "none", "X-GitHub-Event": "push" };
    const response = await ask(cloud, operation, { body: {}, headers });
    expect([response.status, await response.json()]).toEqual([400, { detail: "Invalid signature" }]);
  });

  it("receivePaymentsWebhook says that it takes no events", async () => {
    const operation = OPERATIONS.find(({ id }) => id === "receivePaymentsWebhook") as OperationInput;
    const response = await ask(cloud, operation, { body: {}, headers: { "Stripe-Signature": "none" } });
    expect({ statuses: statusesOf(operation), text: await response.text() }).toEqual({
      statuses: expect.arrayContaining([response.status]),
      text: expect.any(String),
    });
  });

  it("is that of each that was to be asked", () => {
    expect(asked.map(({ id }) => id).filter((id) => !cloud.started().includes(id))).toEqual([]);
  });
});

it(
  "a scan of the examples ends with the graph of the embedded service",
  async () => {
    const local = await startTestService();
    try {
      const graphs: DependencyGraph[] = [await graphOfExamples(cloud), await graphOfExamples(local)];
      const [inCloud, embedded] = graphs.map(portableGraph);
      expect(inCloud?.edges.length).toBeGreaterThan(10);
      expect(inCloud).toEqual(embedded);
    } finally {
      await local.close();
    }
  },
  START_MS,
);

async function graphOfExamples(service: TestService): Promise<DependencyGraph> {
  const folder = await makeExampleOrganization(join(service.folder, "examples"));
  const workspace = await service.openWorkspace("Examples");
  const connectedOrg = await workspace.connect("examples", folder);
  const scan = await workspace.scan(connectedOrg);
  expect(scan).toMatchObject({ status: "completed", failed_repos: 0 });
  return workspace.call(getGraph, { params: { connected_org_id: connectedOrg } });
}
