import { API_PREFIX, type OperationInput, type ResponseOf } from "@knockon/contract/operation";
import { createConnectedOrg } from "@knockon/contract/operations/connected-org";
import { getScan, triggerScan } from "@knockon/contract/operations/scan";
import type { WorkspaceScope } from "@knockon/db/in-workspace";
import { expect } from "vitest";
import type { TestService } from "./test-service.ts";

/** An origin whose scripts may read the test service's responses. */
export const ALLOWED_ORIGIN = "https://app.acme.example";

export interface RequestParts {
  params?: Record<string, string>;
  /** A parameter with several values is repeated. */
  query?: Record<string, string | string[]>;
  body?: unknown;
  /** A raw body, instead of `body`. */
  text?: string;
  headers?: Record<string, string>;
}

/** A workspace and a client that authenticates with its API key. */
export interface TestWorkspace {
  scope: WorkspaceScope;
  key: string;
  fetch: (operation: OperationInput, parts?: RequestParts) => Promise<Response>;
  /** Returns the body of a successful response. */
  call: <T extends OperationInput>(operation: T, parts?: RequestParts) => Promise<ResponseOf<T>>;
  /** Connects a folder and returns the ID of the connected org. */
  connect: (name: string, url: string) => Promise<string>;
  /** Scans an org and returns the ended scan. */
  scan: (connectedOrgId: string) => Promise<ResponseOf<typeof getScan>>;
}

export function testWorkspace(service: TestService, scope: WorkspaceScope, key: string): TestWorkspace {
  const self: TestWorkspace = {
    scope,
    key,
    fetch: (operation, parts) => sendRequest(service, operation, { headers: { "X-API-Key": key }, ...parts }),
    async call(operation, parts) {
      const response = await self.fetch(operation, parts);
      const body: unknown = response.status === 204 ? {} : await response.json();
      expect([operation.id, response.status, body]).toEqual([operation.id, operation.status, body]);
      return body as never;
    },
    async connect(name, url) {
      return (await self.call(createConnectedOrg, { body: { name, platform: "local", url } })).id;
    },
    async scan(connectedOrgId) {
      const { id } = await self.call(triggerScan, { params: { connected_org_id: connectedOrgId } });
      await service.drain();
      return self.call(getScan, { params: { scan_id: id } });
    },
  };
  return self;
}

/** Sends a request with the credentials in `headers`. `body` is sent as JSON. */
export const sendRequest = (
  service: TestService,
  operation: OperationInput,
  { body, text = JSON.stringify(body), headers, ...target }: RequestParts,
): Promise<Response> =>
  service.request(targetOf(operation, target), {
    method: operation.method,
    headers: { ...(text !== undefined && { "Content-Type": "application/json" }), ...headers },
    ...(text !== undefined && { body: text }),
  });

/** Returns the path and query of a request. */
export function targetOf({ path }: OperationInput, { params = {}, query = {} }: RequestParts): string {
  const bound = path.replaceAll(/\{(\w+)\}/gu, (_match, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  const search = new URLSearchParams(pairs).toString();
  return `${API_PREFIX}${bound}${search && `?${search}`}`;
}
