import { createHmac } from "node:crypto";
import type { OperationInput } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import {
  receiveGithubWebhook,
  receiveGitlabWebhook,
  receivePaymentsWebhook,
} from "@knockon/contract/operations/webhook";
import { MCP_PATH } from "@knockon/functions/mcp/paths";
import { STREAMED_OPERATIONS, streamFunctionOf } from "@knockon/functions/operation-needs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { eventOf, type FunctionResponse } from "../testing/cloud/gateway.ts";
import { startTestCloud, type TestCloud } from "../testing/cloud/start-test-cloud.ts";
import { exampleOf, isRecurring, isRepeatable } from "../testing/operation-examples.ts";
import { ACME, makeOrganization } from "../testing/organizations.ts";
import { invite, openDisposable, openTenant, type Tenant } from "../testing/tenant.ts";
import { sendRequest, targetOf } from "../testing/test-workspace.ts";

const START_MS = 300_000;

let cloud: TestCloud;
let tenant: Tenant;
/** The folder that disposable workspaces connect. */
let folder: string;

beforeAll(async () => {
  cloud = await startTestCloud();
  tenant = await openTenant(cloud, "acme", ACME);
  folder = makeOrganization(cloud.folder, "spare", { empty: {} });
}, START_MS);

afterAll(() => cloud?.close());

const isSigned = ({ auth }: OperationInput): boolean => auth.credentials === "signature";
const isRead = (operation: OperationInput): boolean => operation.method === "GET" || isRepeatable(operation);
const reads = OPERATIONS.filter(isRead);
const mutations = OPERATIONS.filter((operation) => !isRead(operation) && !isSigned(operation));
const byId = (operations: readonly OperationInput[]) =>
  operations.map((operation) => [operation.id, operation] as const);

const credentialFor = ({ auth }: OperationInput, { credentials }: Tenant): Record<string, string> =>
  auth.credentials.includes("key") ? credentials.key : credentials.owner;

/** The operation's success status. Without a payment processor, operations that need one respond with 503. */
const statusesOf = ({ status, asksProcessor, errors }: OperationInput): number[] =>
  asksProcessor && errors.includes(503) ? [status, 503] : [status];

const summaryOf = async (operation: OperationInput, response: Response) => ({
  isExpected: statusesOf(operation).includes(response.status),
  status: response.status,
  body: await response.text(),
});
const EXPECTED = { isExpected: true, status: expect.any(Number), body: expect.any(String) };

let shared: Promise<Tenant> | undefined;

const openShared = (): Promise<Tenant> => (shared ??= openDisposable(cloud, tenant.team, folder));

/**
 * Opens a workspace for the operation, or the shared one if the operation does not affect others. Those of billing do not, without a
 * payment processor.
 */
const disposableFor = (operation: OperationInput): Promise<Tenant> =>
  isRecurring(operation) || operation.tag === "billing"
    ? openShared()
    : openDisposable(cloud, tenant.team, folder, operation.id);

describe("the deployed function of each operation, in Lambda's runtime client", () => {
  it.each(byId(reads))("%s succeeds", async (_id, operation) => {
    const headers = credentialFor(operation, tenant);
    const response = await sendRequest(cloud, operation, {
      ...exampleOf(operation, tenant.resources),
      headers,
    });
    expect(await summaryOf(operation, response)).toEqual(EXPECTED);
  });

  it.each(byId(mutations))("%s succeeds", async (id, operation) => {
    const disposable = await disposableFor(operation);
    if (id === "acceptInvitation")
      disposable.resources.token = await invite(cloud, tenant.team.admin, tenant.team.owner.email);
    const headers = credentialFor(operation, disposable);
    const response = await sendRequest(cloud, operation, {
      ...exampleOf(operation, disposable.resources),
      headers,
    });
    expect(await summaryOf(operation, response)).toEqual(EXPECTED);
  });

  it.each(byId(STREAMED_OPERATIONS))("%s streams every section of its response", async (id, operation) => {
    const { resources, credentials } = await openShared();
    const target = targetOf(operation, exampleOf(operation, resources));
    const event = eventOf(target, { headers: credentials.owner }, "192.0.2.1");
    const { statusCode, body } = (await cloud.invoke(streamFunctionOf(id), event)) as FunctionResponse;
    expect(statusCode).toBe(200);
    const { shape } = operation.response as z.ZodObject;
    const always = Object.keys(shape).filter((name) => !(shape[name] instanceof z.ZodOptional));
    expect(Object.keys(JSON.parse(body) as object)).toEqual(always);
  });

  it.each(byId([receiveGithubWebhook, receiveGitlabWebhook]))(
    "%s rejects an unsigned event",
    async (_id, operation) => {
      const signature = `sha256=${createHmac("sha256", "none").update("{}").digest("hex")}`;
      const headers = {
        "X-Hub-Signature-256": signature,
        "X-Gitlab-Token": "none",
        "X-GitHub-Event": "push",
      };
      const response = await sendRequest(cloud, operation, { body: {}, headers });
      expect([response.status, await response.json()]).toEqual([400, { detail: "Invalid signature" }]);
    },
  );

  it("receivePaymentsWebhook responds with 503 without a payment processor", async () => {
    const headers = { "Stripe-Signature": "none" };
    expect((await sendRequest(cloud, receivePaymentsWebhook, { body: {}, headers })).status).toBe(503);
  });

  it("is invoked for every operation", () => {
    const invoked = cloud.invoked();
    expect(OPERATIONS.filter(({ id }) => !invoked.includes(id)).map(({ id }) => id)).toEqual([]);
  });
});

it("the deployed function of the Model Context Protocol answers a tool call", async () => {
  const response = await cloud.request(MCP_PATH, {
    method: "POST",
    headers: { ...tenant.credentials.key, Accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "find_artifact", arguments: { query: "acme" } },
    }),
  });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain(`${cloud.url}/w/`);
  expect((await cloud.request(MCP_PATH, { headers: tenant.credentials.key })).status).toBe(405);
  const metadata = await cloud.request("/.well-known/oauth-protected-resource/mcp");
  expect(await metadata.json()).toMatchObject({ resource: `${cloud.url}/mcp` });
});
