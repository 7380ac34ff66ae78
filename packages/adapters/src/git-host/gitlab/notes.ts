import { readJson } from "../http/read-response.ts";
import { readPages, type GitLabClient } from "./gitlab-client.ts";
import { Note, Notes, User } from "./responses.ts";

const ROLE = "Developer";
const GONE = [404];

/** Returns the oldest own note with the marker, so that two simultaneous writers keep the same one. Deletes the others. */
export async function findNote(
  client: GitLabClient,
  mergeRequest: string,
  marker: string,
): Promise<string | null> {
  const { id: userId } = await readJson(client.group.host, await client.get("/user"), User);
  const path = `${mergeRequest}/notes?sort=asc&order_by=created_at`;
  const own: Note[] = [];
  for await (const page of readPages(client, path, Notes)) {
    own.push(...page.filter(({ author, body }) => author?.id === userId && body.includes(marker)));
  }
  const [first, ...others] = own.toSorted((a, b) => a.id - b.id);
  for (const { id } of others) await deleteNote(client, mergeRequest, String(id));
  return first ? String(first.id) : null;
}

export async function writeNote(
  client: GitLabClient,
  mergeRequest: string,
  { id, text }: { id: string | null; text: string },
): Promise<string> {
  const body = { body: withoutCommands(text) };
  if (id !== null) {
    const path = `${mergeRequest}/notes/${encodeURIComponent(id)}`;
    const options = { method: "PUT", body, permission: ROLE, expected: GONE } as const;
    const response = await client.ofProject(path, options);
    response.body.destroy();
    if (response.status === 200) return id;
  }
  const response = await client.ofProject(`${mergeRequest}/notes`, {
    method: "POST",
    body,
    permission: ROLE,
  });
  return String((await readJson(client.group.host, response, Note)).id);
}

export async function deleteNote(client: GitLabClient, mergeRequest: string, id: string): Promise<void> {
  const path = `${mergeRequest}/notes/${encodeURIComponent(id)}`;
  const options = { method: "DELETE", permission: ROLE, expected: GONE } as const;
  (await client.ofProject(path, options)).body.destroy();
}

/** GitLab executes a line such as `/close` as a command of the token's user. A zero-width space prevents that. */
const withoutCommands = (text: string): string => text.replaceAll(/^([ \t]*)\/(?=[a-z])/gim, "$1\u200B/");
