import { hash, timingSafeEqual } from "node:crypto";
import { GitLabEvent } from "@knockon/contract/resources/webhook";
import type { UserContext } from "../context.ts";
import { WHOLE_LISTING } from "../scan/rescan.ts";
import { type Delivery, isScanned, parseJson, requestEventRescan, sourcesAbove } from "./delivery.ts";
import { findSigner, InvalidSignatureError } from "./webhook-secret.ts";

type Event = ReturnType<typeof GitLabEvent.parse>;

/** Handles an event that contains an org's secret. Throws InvalidSignatureError. */
export async function receiveGitlabWebhook(
  base: UserContext,
  { header, body }: Delivery,
): Promise<Record<string, never>> {
  const token = digest(header("X-Gitlab-Token") ?? "");
  const { data: event } = GitLabEvent.safeParse(parseJson(body));
  if (!event) throw new InvalidSignatureError();
  const sources = sourcesOf(event, header("X-Gitlab-Instance"));
  const org = await findSigner(base, { platform: "gitlab", sources }, (secret) =>
    timingSafeEqual(token, digest(secret)),
  );
  await requestEventRescan(base, org, changedIn(event));
  return {};
}

/** Gives texts of any length the same length, for `timingSafeEqual`. */
const digest = (text: string): Buffer => hash("sha256", text, "buffer");

/** Push events contain the project's URL. System events only contain its current and former path. */
function sourcesOf({ project, ...event }: Event, instance = ""): string[] {
  const paths = [event.path_with_namespace, event.old_path_with_namespace];
  const urls = paths.flatMap((path) => (path === undefined ? [] : [`${instance}/${path}`]));
  return [project?.web_url ?? "", ...urls].flatMap(sourcesAbove);
}

/** Returns the platform IDs to rescan. Removals require the whole listing. */
function changedIn({ event_name: name = "", project_id: id, project, ref, refs = [] }: Event): string[] {
  if (id === undefined) return [];
  switch (name) {
    case "push":
    case "tag_push":
    case "repository_update":
      return [ref, ...refs].some((one) => isScanned(one, project?.default_branch)) ? [String(id)] : [];
    case "project_create":
    case "project_rename":
    case "project_update":
      return [String(id)];
    case "project_destroy":
    case "project_transfer":
      return [WHOLE_LISTING];
    default:
      return [];
  }
}
