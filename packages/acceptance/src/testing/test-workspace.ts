import { API_PREFIX, type OperationInput, type ResponseOf } from "@knockon/contract/operation";
import { createConnectedOrg } from "@knockon/contract/operations/connected-org";
import { getScan, triggerScan } from "@knockon/contract/operations/scan";
import type { WorkspaceScope } from "@knockon/db/in-workspace";
import { expect } from "vitest";
import type { TestService } from "./test-service.ts";

export interface RequestParts {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** A body as it is. */
  text?: string;
  headers?: Record<string, string>;
}

/** A tenant with a key, and the service as that key sees it. */
export interface TestWorkspace {
  scope: WorkspaceScope;
  key: string;
  fetch: (operation: OperationInput, parts?: RequestParts) => Promise<Response>;
  /** The answer of an operation that succeeds. */
  call: <T extends OperationInput>(operation: T, parts?: RequestParts) => Promise<ResponseOf<T>>;
  /** The id of a new org over a folder. */
  connect: (name: string, url: string) => Promise<string>;
  /** Scans an org to its end. */
  scan: (connectedOrgId: string) => Promise<ResponseOf<typeof getScan>>;
}

export function testWorkspace(service: TestService, scope: WorkspaceScope, key: string): TestWorkspace {
  const self: TestWorkspace = {
    scope,
    key,
    fetch: (operation, parts) => ask(service, operation, { headers: { "X-API-Key": key }, ...parts }),
    async call(operation, parts) {
      const response = await self.fetch(operation, parts);
      const answer: unknown = response.status === 204 ? {} : await response.json();
      expect([operation.id, response.status, answer]).toEqual([operation.id, operation.status, answer]);
      return answer as never;
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

/** Asks as whoever the headers say. A body goes out as JSON. */
export const ask = (
  service: TestService,
  operation: OperationInput,
  { body, text = JSON.stringify(body), headers, ...target }: RequestParts,
): Promise<Response> =>
  service.request(targetOf(operation, target), {
    method: operation.method,
    headers: { ...(text !== undefined && { "Content-Type": "application/json" }), ...headers },
    ...(text !== undefined && { body: text }),
  });

/** The path and query on which an operation is asked. */
export function targetOf({ path }: OperationInput, { params = {}, query = {} }: RequestParts): string {
  const bound = path.replaceAll(/\{(\w+)\}/gu, (_match, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const search = new URLSearchParams(query).toString();
  return `${API_PREFIX}${bound}${search && `?${search}`}`;
}
