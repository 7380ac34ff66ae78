import { createHash } from "node:crypto";
import { Stripe } from "stripe";
import * as z from "zod";
import { json, startFakeServer, type FakeResponse, type FakeRequest } from "../git-hosts/fake-server.ts";
import type { Endpoint } from "./endpoint.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { Ledger } from "./ledger.ts";
import { people, type People } from "./people.ts";
import { StripeError } from "./stripe-error.ts";
import { checkResponse, checkParams, checkErrorResponse } from "./schema/check.ts";
import type { ErrorResponse } from "./schema/operations.ts";

export const SECRET_KEY = "sk_test_fake";
export const WEBHOOK_SECRET = "whsec_fake";

/** A fake Stripe with one account in test mode: the endpoints in use and the hosted pages. */
export interface FakeStripe {
  ledger: Ledger;
  /** Actions of users and operators on Stripe's pages. */
  people: People;
  /** The API URL for Stripe's library. */
  url: URL;
  /** Overrides the response if it returns one. */
  interfere: (request: FakeRequest) => FakeResponse | undefined | Promise<undefined>;
  /** Breaks the connection after executing the request. */
  losesAnswerOf: (request: FakeRequest) => boolean;
  /** Every request in order, such as `GET /v1/invoices`. */
  requests: string[];
  /** Deviations from Stripe's published API in requests or responses. */
  violations: string[];
  /** Returns the bytes of an event and their signature, made `seconds` ago. */
  deliver: (event: Stripe.Event, seconds?: number) => { body: string; signature: string };
  /** Throws if there were violations. */
  close(): Promise<void>;
}

export async function startFakeStripe(): Promise<FakeStripe> {
  const ledger = new Ledger();
  const responses = new Map<string, { request: string; response: FakeResponse }>();
  const server = await startFakeServer(async (request) => {
    fake.requests.push(`${request.method} ${request.path}`);
    const wrong = misuse(request);
    const response = wrong ?? (await fake.interfere(request)) ?? once(request);
    return fake.losesAnswerOf(request) ? { ...response, cutAfter: 0 } : response;
  });

  /** A repeated `Idempotency-Key` returns the first response, including errors. */
  function once(request: FakeRequest): FakeResponse {
    const key = request.headers["idempotency-key"];
    if (typeof key !== "string" || request.method !== "POST") return responseTo(request);
    const sent = createHash("sha256").update(`${request.path}\n${request.body}`).digest("hex");
    const known = responses.get(key);
    if (known && known.request !== sent)
      return errorResponse(400, {
        type: "idempotency_error",
        message: "Keys can only be used with the same parameters.",
      });
    const response = known?.response ?? responseTo(request);
    responses.set(key, { request: sent, response });
    return response;
  }

  function responseTo(request: FakeRequest): FakeResponse {
    const { method, path, query, body } = request;
    const found = findEndpoint(request);
    if (!found) return violated(request, "unknown path");
    const { operation, params, respond } = found.endpoint;
    const sent = parseForm(method === "POST" ? body : query.toString());
    const given = params.safeParse(sent);
    const wrong = given.success ? checkParams(operation, sent) : z.prettifyError(given.error);
    if (wrong !== undefined) return violated(request, wrong);
    try {
      const object = respond(ledger, given.data as never, found.id);
      const deviation = checkResponse(operation, object);
      return deviation === undefined
        ? json(200, object, { "Request-Id": `req_${path}` })
        : violated(request, `responses with ${deviation}`);
    } catch (error) {
      if (error instanceof StripeError) return errorResponse(error.status, error.error);
      throw error;
    }
  }

  function misuse(request: FakeRequest): FakeResponse | undefined {
    const { headers } = request;
    if (headers.authorization !== `Bearer ${SECRET_KEY}`)
      return errorResponse(401, { type: "invalid_request_error", message: "Invalid API Key provided" });
    if (headers["stripe-version"] !== Stripe.API_VERSION)
      return violated(request, "another version of the API");
    return undefined;
  }

  function violated({ method, path }: FakeRequest, wrong: string): FakeResponse {
    fake.violations.push(`${method} ${path}: ${wrong}`);
    return errorResponse(400, { type: "invalid_request_error", code: "parameter_unknown", message: wrong });
  }

  const fake: FakeStripe = {
    ledger,
    people: people(ledger),
    url: new URL(server.origin),
    interfere: () => undefined,
    losesAnswerOf: () => false,
    requests: [],
    violations: [],
    deliver(event, seconds = 0) {
      const body = JSON.stringify(event);
      const timestamp = Math.floor(Date.now() / 1000) - seconds;
      return { body, signature: signatureOf(body, timestamp, WEBHOOK_SECRET) };
    },
    async close() {
      await server.close();
      if (fake.violations.length > 0)
        throw new Error(`Deviations from Stripe's API: ${fake.violations.join("; ")}`);
    },
  };
  return fake;
}

const { webhooks } = new Stripe(SECRET_KEY);

/** Signs a payload with the library's helper for tests. */
export const signatureOf = (payload: string, timestamp: number, secret: string): string =>
  webhooks.generateTestHeaderString({ payload, timestamp, secret });

function findEndpoint({ method, path }: FakeRequest): { endpoint: Endpoint; id: string } | undefined {
  for (const endpoint of ENDPOINTS) {
    const match = endpoint.method === method && endpoint.path.exec(path);
    if (match) return { endpoint, id: match[1] ?? "" };
  }
  return undefined;
}

/** Creates an error response. Throws if it does not match Stripe's types. */
function errorResponse(status: number, error: ErrorResponse["error"]): FakeResponse {
  const deviation = checkErrorResponse({ error });
  if (deviation !== undefined) throw new Error(`Invalid error response: ${deviation}.`);
  return json(status, { error });
}

/** Parses Stripe's form encoding: `items[0][price]=price_1` is `{items: [{price: "price_1"}]}`. */
function parseForm(text: string): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = "", ...rest] = name
      .split(/\]\[|\[|\]/u)
      .filter((part, index) => index === 0 || part !== "");
    place(root, [first, ...rest], value);
  }
  return arrays(root) as Record<string, unknown>;
}

function place(node: Record<string, unknown>, [key = "", ...rest]: string[], value: string): void {
  if (rest.length === 0) node[key] = value;
  else place((node[key] ??= {}) as Record<string, unknown>, rest, value);
}

/** Converts objects with numeric keys to arrays. */
function arrays(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, child]): [string, unknown] => [key, arrays(child)]);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, child]) => child) : Object.fromEntries(entries);
}
