import { createHmac, timingSafeEqual } from "node:crypto";
import { GitHubEvent } from "@knockon/contract/resources/webhook";
import type { UserContext } from "../context.ts";
import { WHOLE_LISTING } from "../scan/rescan-requests.ts";
import { isScanned, parseJson, type Delivery } from "./delivery.ts";
import { findSigner, InvalidSignatureError } from "./find-signer.ts";
import { forgetInstallation } from "./forget-installation.ts";
import { requestScanOf } from "./request-scan-of.ts";
import { sourceOf, sourcesAbove } from "./webhook-source.ts";

type Event = ReturnType<typeof GitHubEvent.parse>;

/**
 * Takes an event whose signature an org's secret explains, or the App's: of those, that an installation is gone. Throws
 * InvalidSignatureError.
 */
export async function receiveGithubWebhook(
  base: UserContext,
  { header, body }: Delivery,
): Promise<Record<string, never>> {
  const signature = Buffer.from(header("X-Hub-Signature-256") ?? "");
  const { data: event } = GitHubEvent.safeParse(parseJson(body));
  if (!event) throw new InvalidSignatureError();
  const sources = sourcesOf(event, header("X-GitHub-Enterprise-Host"));
  const isSignedBy = (secret: string): boolean => {
    const expected = Buffer.from(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
    return signature.byteLength === expected.byteLength && timingSafeEqual(signature, expected);
  };
  const { githubAppWebhookSecret } = base.ports;
  if (githubAppWebhookSecret !== null && isSignedBy(githubAppWebhookSecret)) {
    const isGone = header("X-GitHub-Event") === "installation" && event.action === "deleted";
    if (isGone && event.installation?.id) await forgetInstallation(base, String(event.installation.id));
    return {};
  }
  const org = await findSigner(base, { platform: "github", sources }, isSignedBy);
  await requestScanOf(base, org, changedIn(event, header("X-GitHub-Event")));
  return {};
}

/** The org whose webhook it is and, which a transfer makes another, the owner of the repository. */
function sourcesOf({ organization, repository }: Event, host = "github.com"): string[] {
  const ofOrg = organization?.login === undefined ? [] : [sourceOf(`https://${host}/${organization.login}`)];
  return [...ofOrg, ...sourcesAbove(repository?.html_url ?? "")];
}

/** Platform ids. What is gone can only be missed: the listing tells. */
function changedIn({ action, ref, repository }: Event, kind: string | undefined): string[] {
  if (repository?.node_id === undefined) return [];
  const isOfRepository = kind === "repository";
  if (isOfRepository && (action === "deleted" || action === "transferred")) return [WHOLE_LISTING];
  const isPush = kind === "push" && isScanned(ref, repository.default_branch);
  return isPush || isOfRepository ? [repository.node_id] : [];
}
