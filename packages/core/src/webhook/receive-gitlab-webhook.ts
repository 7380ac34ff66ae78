import { hash, timingSafeEqual } from "node:crypto";
import { GitLabEvent } from "@knockon/contract/resources/webhook";
import type { UserContext } from "../context.ts";
import { WHOLE_LISTING } from "../scan/rescan.ts";
import {
  type Delivery,
  type EventWork,
  isScanned,
  parseJson,
  requestEventWork,
  sourcesAbove,
} from "./delivery.ts";
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
  await requestEventWork(base, org, { rescans: changedIn(event), check: checkIn(event) });
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

/** Returns the check that an event asks for. An update counts if it pushes commits, changes the target or ends a draft. */
function checkIn(event: Event): EventWork["check"] {
  const { object_kind: kind, object_attributes: attributes, changes, project } = event;
  const { iid: number, action, oldrev, last_commit: head } = attributes ?? {};
  if (kind !== "merge_request" || project?.id === undefined) return undefined;
  const isCheckedUpdate =
    action === "update" && (oldrev ?? changes?.target_branch ?? changes?.draft) !== undefined;
  if (action !== "open" && action !== "reopen" && !isCheckedUpdate) return undefined;
  if (number === undefined || head?.id === undefined) return undefined;
  const request = { kind: "pull_request", number, headSha: head.id } as const;
  return { platformId: String(project.id), request };
}
