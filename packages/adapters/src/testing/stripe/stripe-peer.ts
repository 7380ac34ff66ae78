import { createHash } from "node:crypto";
import { Stripe } from "stripe";
import { json, startPeerServer, type PeerAnswer, type PeerRequest } from "../git-hosts/peer-server.ts";
import type { Endpoint } from "./endpoint.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { parseForm } from "./form.ts";
import { Ledger } from "./ledger.ts";
import { people, type People } from "./people.ts";
import { Refusal } from "./refusal.ts";

export const SECRET_KEY = "sk_test_peer";
export const WEBHOOK_SECRET = "whsec_peer";

/** Stripe with one account in test mode: the API as far as it is used, and the pages that people see. */
export interface StripePeer {
  ledger: Ledger;
  /** What people and operators do on Stripe's own pages. */
  people: People;
  /** Where its library finds it. */
  url: URL;
  /** Answers instead of the peer when it returns something. */
  interfere: (request: PeerRequest) => PeerAnswer | undefined | Promise<undefined>;
  /** The connection breaks off in place of an answer, once the request has had its effect. */
  losesAnswerOf: (request: PeerRequest) => boolean;
  /** `GET /v1/invoices`, of every request, in order. */
  requests: string[];
  /** What was asked in a way that Stripe does not know: paths, parameters, versions of the API. */
  violations: string[];
  /** An event as Stripe sends it: its bytes, and their signature of `seconds` ago. */
  deliver: (event: Stripe.Event, seconds?: number) => { body: string; signature: string };
  /** Throws if there were violations. */
  close(): Promise<void>;
}

export async function startStripePeer(): Promise<StripePeer> {
  const ledger = new Ledger();
  const answered = new Map<string, { request: string; answer: PeerAnswer }>();
  const server = await startPeerServer(async (request) => {
    peer.requests.push(`${request.method} ${request.path}`);
    const wrong = misuse(request);
    const answer = wrong ?? (await peer.interfere(request)) ?? once(request);
    return peer.losesAnswerOf(request) ? { ...answer, cutAfter: 0 } : answer;
  });

  /** The same `Idempotency-Key` is one request: it is answered as the first time, refusals too. */
  function once(request: PeerRequest): PeerAnswer {
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

  function answerOf(request: PeerRequest): PeerAnswer {
    const { method, path, query, body } = request;
    const found = findEndpoint(request);
    if (!found) return violated(request, "unknown path");
    const given = found.endpoint.params.safeParse(parseForm(method === "POST" ? body : query.toString()));
    if (!given.success)
      return violated(
        request,
        given.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join(", "),
      );
    try {
      return json(200, found.endpoint.answer(ledger, given.data as never, found.id), {
        "Request-Id": `req_${path}`,
      });
    } catch (error) {
      if (error instanceof Refusal) return refusal(error.status, error.error);
      throw error;
    }
  }

  function misuse(request: PeerRequest): PeerAnswer | undefined {
    const { headers } = request;
    if (headers.authorization !== `Bearer ${SECRET_KEY}`)
      return refusal(401, { type: "invalid_request_error", message: "Invalid API Key provided" });
    if (headers["stripe-version"] !== Stripe.API_VERSION)
      return violated(request, "another version of the API");
    return undefined;
  }

  function violated({ method, path }: PeerRequest, wrong: string): PeerAnswer {
    peer.violations.push(`${method} ${path}: ${wrong}`);
    return refusal(400, { type: "invalid_request_error", code: "parameter_unknown", message: wrong });
  }

  const peer: StripePeer = {
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
      if (peer.violations.length > 0)
        throw new Error(`Asked in a way that Stripe does not know: ${peer.violations.join("; ")}`);
    },
  };
  return peer;
}

const { webhooks } = new Stripe(SECRET_KEY);

/** By the library's own helper. */
export const signatureOf = (payload: string, timestamp: number, secret: string): string =>
  webhooks.generateTestHeaderString({ payload, timestamp, secret });

function findEndpoint({ method, path }: PeerRequest): { endpoint: Endpoint; id: string } | undefined {
  for (const endpoint of ENDPOINTS) {
    const match = endpoint.method === method && endpoint.path.exec(path);
    if (match) return { endpoint, id: match[1] ?? "" };
  }
  return undefined;
}

const refusal = (status: number, error: object): PeerAnswer => json(status, { error });
