import { runInNewContext } from "node:vm";
import type { Resource } from "./resource.ts";

/** A request as CloudFront passes it to its function, and as the function returns it. */
interface ViewerRequest {
  method: string;
  uri: string;
  headers: Record<string, { value: string }>;
}

interface Routed extends ViewerRequest {
  /** Host that receives the request. */
  origin: string;
  /** Seconds within which the origin must begin to answer, and continue. */
  readTimeout?: number;
}

export type RouteRequest = (request: Partial<ViewerRequest>, viewerIp?: string) => Promise<Routed>;

type Handler = (event: { viewer: { ip: string }; request: ViewerRequest }) => Promise<ViewerRequest>;

/** What `import cf from "cloudfront"` provides. */
interface CloudFront {
  kvs(): { get(key: string): Promise<string> };
  updateRequestOrigin(updated: { domainName: string; timeouts?: { readTimeout?: number } }): void;
}

const IMPORT = /^\s*import cf from "cloudfront";$/mu;

/** Returns a function that routes requests with the router's code and the stage's stored routes, as CloudFront does. */
export function routeRequests(resources: readonly Resource[]): RouteRequest {
  // Evaluated once: a context for each request would take most of the check's time.
  const handlerWith = runInNewContext(`(cf) => { ${readProgram(resources)}; return handler; }`) as (
    cf: CloudFront,
  ) => Handler;
  const entries = readEntries(resources);
  return async ({ method = "GET", uri = "/", headers = {} }, viewerIp = "203.0.113.7") => {
    let origin = "";
    let readTimeout: number | undefined;
    const handler = handlerWith({
      kvs: () => ({
        async get(key) {
          const value = entries.get(key);
          if (value === undefined) throw new Error(`${key} is not stored.`);
          return value;
        },
      }),
      updateRequestOrigin(updated) {
        origin = updated.domainName;
        readTimeout = updated.timeouts?.readTimeout;
      },
    });
    const request = { method, uri, headers: { host: { value: "knockon.test" }, ...headers } };
    return { ...(await handler({ viewer: { ip: viewerIp }, request })), origin, readTimeout };
  };
}

function readProgram(resources: readonly Resource[]): string {
  const found = resources.find(({ type }) => type === "aws:cloudfront/function:Function");
  if (!found) throw new Error("The router has no CloudFront function.");
  return (found.inputs as { code: string }).code.replace(IMPORT, "");
}

interface StoredValues {
  namespace: string;
  entries: Record<string, string>;
}

interface StoredRoute {
  namespace: string;
  key: string;
  entry: string;
}

/** Returns the entries that a deployment writes to the router's key-value store. */
function readEntries(resources: readonly Resource[]): Map<string, string> {
  const stored = new Map<string, string>();
  const routes = new Map<string, string[]>();
  for (const { name, inputs } of resources) {
    if (name.endsWith(".KvKeys")) {
      const { namespace, entries } = inputs as StoredValues;
      for (const [key, value] of Object.entries(entries)) stored.set(`${namespace}:${key}`, value);
    }
    if (name.endsWith(".KvRoutesUpdate")) {
      const { namespace, key, entry } = inputs as StoredRoute;
      routes.set(`${namespace}:${key}`, [...(routes.get(`${namespace}:${key}`) ?? []), entry]);
    }
  }
  for (const [key, list] of routes) stored.set(key, JSON.stringify(list));
  return stored;
}
