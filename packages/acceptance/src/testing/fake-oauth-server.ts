import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A user as GitLab's `GET /user` returns it. */
export interface GitLabUser {
  id: number;
  name: string;
  email: string;
  confirmed_at: string | null;
}

export interface FakeOAuthServer {
  clientId: string;
  clientSecret: string;
  issuer: string;
  /** The user who signs in and grants every request. */
  user: GitLabUser;
  close: () => void;
}

/**
 * Starts a fake GitLab OAuth server with PKCE. An authorization code works once, and only with the code verifier of the request
 * that it was issued for.
 */
export async function startFakeOAuthServer(user: GitLabUser): Promise<FakeOAuthServer> {
  const grants = new Map<string, { challenge: string; redirectUri: string; user: GitLabUser }>();
  const tokens = new Map<string, GitLabUser>();
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? "/", fake.issuer);
      if (url.pathname === "/oauth/authorize") {
        const redirectUri = url.searchParams.get("redirect_uri") ?? "";
        const code = randomUUID();
        const isOurs = url.searchParams.get("client_id") === fake.clientId;
        if (!isOurs || url.searchParams.get("code_challenge_method") !== "S256")
          return void response.writeHead(400).end();
        const challenge = url.searchParams.get("code_challenge") ?? "";
        grants.set(code, { challenge, redirectUri, user: fake.user });
        const back = new URL(redirectUri);
        back.searchParams.set("code", code);
        back.searchParams.set("state", url.searchParams.get("state") ?? "");
        return void response.writeHead(302, { Location: back.href }).end();
      }
      const respond = (status: number, body: unknown) =>
        void response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
      if (url.pathname === "/oauth/token") {
        const form = new URLSearchParams((await request.toArray()).join(""));
        const grant = grants.get(form.get("code") ?? "");
        grants.delete(form.get("code") ?? "");
        const verifier = form.get("code_verifier") ?? "";
        const isVerified = createHash("sha256").update(verifier).digest("base64url") === grant?.challenge;
        const isClient = form.get("client_secret") === fake.clientSecret;
        if (!grant || !isVerified || !isClient || form.get("redirect_uri") !== grant.redirectUri)
          return respond(400, { error: "invalid_grant" });
        const token = randomUUID();
        tokens.set(token, grant.user);
        return respond(200, {
          access_token: token,
          token_type: "Bearer",
          expires_in: 7200,
          scope: "read_user",
        });
      }
      const owner = tokens.get(request.headers.authorization?.replace("Bearer ", "") ?? "");
      return owner ? respond(200, { ...owner, state: "active", locked: false }) : respond(401, {});
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const fake: FakeOAuthServer = {
    clientId: "knockon",
    clientSecret: "the client's secret",
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    user,
    close: () => void server.close(),
  };
  return fake;
}
