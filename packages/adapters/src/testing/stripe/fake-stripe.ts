import { createHash } from "node:crypto";
import { Stripe } from "stripe";
import * as z from "zod";
import { json, startFakeServer, type FakeResponse, type FakeRequest } from "../git-hosts/fake-server.ts";
import type { Endpoint } from "./endpoint.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { Ledger } from "./ledger.ts";
import { people, type People } from "./people.ts";
import { Refusal } from "./refusal.ts";
import { flawsOfAnswer, flawsOfParams, flawsOfRefusal } from "./schema/flaws.ts";
import type { Refused } from "./schema/operations.ts";

export const SECRET_KEY = "sk_test_fake";
export const WEBHOOK_SECRET = "whsec_fake";

/** A fake Stripe with one account in test mode: the endpoints in use and the hosted pages. */
export interface FakeStripe {
  ledger: Ledger;
  /** What people and operators do on Stripe's own pages. */
  people: People;
  /** Where its library finds it. */
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
  const answered = new Map<string, { request: string; answer: FakeResponse }>();
  const server = await startFakeServer(async (request) => {
    fake.requests.push(`${request.method} ${request.path}`);
    const wrong = misuse(request);
    const answer = wrong ?? (await fake.interfere(request)) ?? once(request);
    return fake.losesAnswerOf(request) ? { ...answer, cutAfter: 0 } : answer;
  });

  /** A repeated `Idempotency-Key` returns the first response, including errors. */
  function once(request: FakeRequest): FakeResponse {
    const key = request.headers["idempotency-key"];
    if (typeof key !== "string" || request.method !== "POST") return answerOf(request);
    const asked = createHash("sha256").update(`${request.path}\n${request.body}`).digest("hex");
    const known = answered.get(key);
    if (known && known.request !== asked)
      return refusal(400, {
        type: "idempotency_error",
        message: "Keys can only be used with the same parameters.",
      });
    const answer = known?.answer ?? answerOf(request);
    answered.set(key, { request: asked, answer });
    return answer;
  }

  function answerOf(request: FakeRequest): FakeResponse {
    const { method, path, query, body } = request;
    const found = findEndpoint(request);
    if (!found) return violated(request, "unknown path");
    const { operation, params, answer } = found.endpoint;
    const asked = parseForm(method === "POST" ? body : query.toString());
    const given = params.safeParse(asked);
    const wrong = given.success ? flawsOfParams(operation, asked) : z.prettifyError(given.error);
    if (wrong !== undefined) return violated(request, wrong);
    try {
      const object = answer(ledger, given.data as never, found.id);
      const flaws = flawsOfAnswer(operation, object);
      return flaws === undefined
        ? json(200, object, { "Request-Id": `req_${path}` })
        : violated(request, `answered with ${flaws}`);
    } catch (error) {
      if (error instanceof Refusal) return refusal(error.status, error.error);
      throw error;
    }
  }

  function misuse(request: FakeRequest): FakeResponse | undefined {
    const { headers } = request;
    if (headers.authorization !== `Bearer ${SECRET_KEY}`)
      return refusal(401, { type: "invalid_request_error", message: "Invalid API Key provided" });
    if (headers["stripe-version"] !== Stripe.API_VERSION)
      return violated(request, "another version of the API");
    return undefined;
  }

  function violated({ method, path }: FakeRequest, wrong: string): FakeResponse {
    fake.violations.push(`${method} ${path}: ${wrong}`);
    return refusal(400, { type: "invalid_request_error", code: "parameter_unknown", message: wrong });
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
        throw new Error(`Not as Stripe publishes it: ${fake.violations.join("; ")}`);
    },
  };
  return fake;
}

const { webhooks } = new Stripe(SECRET_KEY);

/** By the library's own helper. */
export const signatureOf = (payload: string, timestamp: number, secret: string): string =>
  webhooks.generateTestHeaderString({ payload, timestamp, secret });

function findEndpoint({ method, path }: FakeRequest): { endpoint: Endpoint; id: string } | undefined {
  for (const endpoint of ENDPOINTS) {
    const match = endpoint.method === method && endpoint.path.exec(path);
    if (match) return { endpoint, id: match[1] ?? "" };
  }
  return undefined;
}

/** Throws if the event does not match Stripe's types. */
function refusal(status: number, error: Refused["error"]): FakeResponse {
  const flaws = flawsOfRefusal({ error });
  if (flaws !== undefined) throw new Error(`A refusal has ${flaws}.`);
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
