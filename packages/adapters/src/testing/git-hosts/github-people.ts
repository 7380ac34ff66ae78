import { randomUUID } from "node:crypto";
import { bearerOf, countResponse, restResponse } from "./github-rest.ts";
import { json, type FakeResponse, type FakeRequest } from "./fake-server.ts";

/** The installations a user can access, with the number of repositories in each. */
export type FakePerson = ReadonlyMap<string, number>;

export interface FakeApp {
  id: string;
  publicKey: string;
  /** The OAuth client, if users can install the App. */
  client?: { id: string; secret: string };
}

export const EXCHANGE = "/login/oauth/access_token";

/** The OAuth code exchange and the endpoints for user tokens. */
export function gitHubPeople(login: string, app: FakeApp | undefined) {
  /** Single-use. */
  const codes = new Map<string, FakePerson>();
  const people = new Map<string, FakePerson>();

  /** Returns errors with status 200, as GitHub does. */
  function exchangeCode({ body }: FakeRequest): FakeResponse {
    const { client_id, client_secret, code = "" } = Object.fromEntries(new URLSearchParams(body));
    if (client_id !== app?.client?.id || client_secret !== app?.client?.secret)
      return json(200, { error: "incorrect_client_credentials" });
    const person = codes.get(code);
    codes.delete(code);
    if (!person) return json(200, { error: "bad_verification_code" });
    const access_token = `person-${randomUUID()}`;
    people.set(access_token, person);
    return json(200, { access_token, token_type: "bearer", scope: "" });
  }

  function answerPerson(person: FakePerson, { path, query }: FakeRequest): FakeResponse {
    if (path === "/api/v3/user/installations") {
      const [size, page] = [Number(query.get("per_page") ?? 30), Number(query.get("page") ?? 1)];
      const account = { login, id: 1, type: "Organization" };
      const installations = [...person.keys()]
        .slice((page - 1) * size, page * size)
        .map((id) => ({ id: Number(id), app_id: Number(app?.id), account, suspended_at: null }));
      return restResponse("user-installations", 200, { total_count: person.size, installations });
    }
    const seen = person.get(/^\/api\/v3\/user\/installations\/(\d+)\/repositories$/.exec(path)?.[1] ?? "");
    return seen === undefined ? json(404, { message: "Not Found" }) : countResponse(seen);
  }

  return {
    codes,
    /** Returns undefined if the request has no user token. */
    answer(request: FakeRequest): FakeResponse | undefined {
      if (request.path === EXCHANGE) return exchangeCode(request);
      const person = people.get(bearerOf(request));
      return person && answerPerson(person, request);
    },
  };
}

/** Not part of the API: authenticated by the body. */
export function misuseOfExchange({ method, query, headers, body }: FakeRequest): string | undefined {
  if (method !== "POST") return "unknown path";
  if (headers.accept !== "application/json") return "no Accept";
  if (headers["content-type"] !== "application/x-www-form-urlencoded") return "no form";
  if (headers.authorization !== undefined) return "an Authorization";
  const given = [...query.keys(), ...new URLSearchParams(body).keys()].toSorted();
  return given.join() === "client_id,client_secret,code" ? undefined : `the parameters ${given.join()}`;
}
