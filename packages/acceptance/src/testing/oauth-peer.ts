import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Who signs in at the peer, as GitLab's `GET /user` tells of them. */
export interface PeerUser {
  id: number;
  name: string;
  email: string;
  confirmed_at: string | null;
}

export interface OAuthPeer {
  clientId: string;
  clientSecret: string;
  issuer: string;
  /** Who is asked, and agrees to everything. */
  user: PeerUser;
  close: () => void;
}

/** GitLab's side of OAuth with PKCE, as far as signing in needs it. A code is good for once, and for who asked for it. */
export async function startOAuthPeer(user: PeerUser): Promise<OAuthPeer> {
  const grants = new Map<string, { challenge: string; redirectUri: string; user: PeerUser }>();
  const tokens = new Map<string, PeerUser>();
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? "/", peer.issuer);
      if (url.pathname === "/oauth/authorize") {
        const redirectUri = url.searchParams.get("redirect_uri") ?? "";
        const code = randomUUID();
        const isOurs = url.searchParams.get("client_id") === peer.clientId;
        if (!isOurs || url.searchParams.get("code_challenge_method") !== "S256")
          return void response.writeHead(400).end();
        const challenge = url.searchParams.get("code_challenge") ?? "";
        grants.set(code, { challenge, redirectUri, user: peer.user });
        const back = new URL(redirectUri);
        back.searchParams.set("code", code);
        back.searchParams.set("state", url.searchParams.get("state") ?? "");
        return void response.writeHead(302, { Location: back.href }).end();
      }
      const answer = (status: number, body: unknown) =>
        void response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
      if (url.pathname === "/oauth/token") {
        const form = new URLSearchParams((await request.toArray()).join(""));
        const grant = grants.get(form.get("code") ?? "");
        grants.delete(form.get("code") ?? "");
        const verifier = form.get("code_verifier") ?? "";
        const isProved = createHash("sha256").update(verifier).digest("base64url") === grant?.challenge;
        const isClient = form.get("client_secret") === peer.clientSecret;
        if (!grant || !isProved || !isClient || form.get("redirect_uri") !== grant.redirectUri)
          return answer(400, { error: "invalid_grant" });
        const token = randomUUID();
        tokens.set(token, grant.user);
        return answer(200, {
          access_token: token,
          token_type: "Bearer",
          expires_in: 7200,
          scope: "read_user",
        });
      }
      const who = tokens.get(request.headers.authorization?.replace("Bearer ", "") ?? "");
      return who ? answer(200, { ...who, state: "active", locked: false }) : answer(401, {});
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const peer: OAuthPeer = {
    clientId: "knockon",
    clientSecret: "the client's secret",
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    user,
    close: () => void server.close(),
  };
  return peer;
}
