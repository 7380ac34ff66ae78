import { hash, timingSafeEqual } from "node:crypto";
import { GitLabEvent } from "@knockon/contract/resources/webhook";
import type { UserContext } from "../context.ts";
import { WHOLE_LISTING } from "../scan/rescan-requests.ts";
import { isScanned, parseJson, type Delivery } from "./delivery.ts";
import { findSigner, InvalidSignatureError } from "./find-signer.ts";
import { requestScanOf } from "./request-scan-of.ts";
import { sourcesAbove } from "./webhook-source.ts";

type Event = ReturnType<typeof GitLabEvent.parse>;

/** Takes an event that carries an org's secret. Throws InvalidSignatureError. */
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
  await requestScanOf(base, org, changedIn(event));
  return {};
}

/** Of one length, whatever the text's. */
const digest = (text: string): Buffer => hash("sha256", text, "buffer");

/** Pushes have the project's address. What tells of its life has its path only, before and after. */
function sourcesOf({ project, ...event }: Event, instance = ""): string[] {
  const paths = [event.path_with_namespace, event.old_path_with_namespace];
  const addresses = paths.flatMap((path) => (path === undefined ? [] : [`${instance}/${path}`]));
  return [project?.web_url ?? "", ...addresses].flatMap(sourcesAbove);
}

/** Platform ids. What is gone can only be missed: the listing tells. */
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
