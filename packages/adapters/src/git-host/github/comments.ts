import { readJson } from "../http/read-response.ts";
import { readPages, type GitHubClient } from "./github-client.ts";
import { Comment, Comments, User } from "./responses.ts";

const PERMISSION = "Pull requests: write";
/** GitHub returns 410 for some deleted comments. */
const GONE = [404, 410];

/** Returns the oldest own comment with the marker, so that two simultaneous writers keep the same one. Deletes the others. */
export async function findComment(
  client: GitHubClient,
  repository: string,
  number: number,
  marker: string,
): Promise<string | null> {
  const isOwn = await ownership(client);
  const path = `${repository}/issues/${number}/comments`;
  const own: Comment[] = [];
  for await (const page of readPages(client, path, Comments, { permission: PERMISSION })) {
    own.push(...page.filter((comment) => isOwn(comment) && comment.body?.includes(marker)));
  }
  const [first, ...others] = own.toSorted((a, b) => a.id - b.id);
  for (const { id } of others) await deleteComment(client, repository, String(id));
  return first ? String(first.id) : null;
}

/** Returns whether a comment is the credential's: of the App, or of the token's user. */
async function ownership(client: GitHubClient): Promise<(comment: Comment) => boolean> {
  const { app } = client;
  if (app) {
    return ({ performed_via_github_app: by }) =>
      by != null && (String(by.id) === app.id || by.client_id === app.id);
  }
  const { id } = await readJson(client.org.host, await client.get("/user"), User);
  return ({ user }) => user?.id === id;
}

export async function writeComment(
  client: GitHubClient,
  repository: string,
  number: number,
  { id, text }: { id: string | null; text: string },
): Promise<string> {
  const body = { body: text };
  if (id !== null) {
    const path = `${repository}/issues/comments/${encodeURIComponent(id)}`;
    const options = { method: "PATCH", body, permission: PERMISSION, expected: GONE } as const;
    const response = await client.ofRepository(path, options);
    response.body.destroy();
    if (response.status === 200) return id;
  }
  const path = `${repository}/issues/${number}/comments`;
  const response = await client.ofRepository(path, { method: "POST", body, permission: PERMISSION });
  return String((await readJson(client.org.host, response, Comment)).id);
}

export async function deleteComment(client: GitHubClient, repository: string, id: string): Promise<void> {
  const path = `${repository}/issues/comments/${encodeURIComponent(id)}`;
  const options = { method: "DELETE", permission: PERMISSION, expected: GONE } as const;
  (await client.ofRepository(path, options)).body.destroy();
}
