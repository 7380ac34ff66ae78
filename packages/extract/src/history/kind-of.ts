import { AGENT_ADDRESSES, AGENTS, BOTS, DEPENDENCY_BOTS } from "./automation-list.ts";
import type { Signature } from "./commit.ts";
import { foldAddress } from "./identity.ts";
import { foldName } from "./person-name.ts";

/** AI agents count as bots. */
export type Kind = "human" | "bot" | "dependency_bot";

const BOT_WORD = /(?:^| )(?:bot|robot|github actions?|service account|machine user|build user)(?:$| )/;
/** Matches `RenovateBot`, not `Talbot`. */
const BOT_SUFFIX = /[a-z\d]Bot(?![a-z])/;
/** Matches the account `acmebot`, not the surnames. */
const BOT_ACCOUNT = /^(?!(?:abbot|barbot|cabot|gibot|ribot|talbot)$)[a-z\d]{3,}bot$/;
/** Matches `acme-ci`, `ACME CI` and `Acme-CI-User`, not `Wang Ci`. */
const CI_ACCOUNT = /^[a-z\d]+(?:[-_.][a-z\d]+)*[-_.]ci$|[-_. ]CI(?:[-_. ]User)?$/;
/** Matches `svc-deploy`, `acme_svc` and `ACME-automation`. */
const SERVICE_ACCOUNT = /^(?:svc|srv)[-_.]|[-_.](?:svc|automation)$/i;
/** Matches the author of commits by an action, with or without an emoji: `readme-action`, `release_actions`. */
const ACTION_ACCOUNT = /^[a-z\d]+(?:[-_.][a-z\d]+)*[-_]actions?[^\p{L}\p{N}]*$/iu;
const ACCOUNT = /@users\.noreply\./;

export function kindOf({ name, email }: Signature): Kind {
  const address = foldAddress(email);
  const [user = ""] = address.split("@");
  const [folded, account] = [foldName(name), foldName(user)];
  const names = [folded, account];
  if (names.some((one) => DEPENDENCY_BOTS.some((phrase) => ` ${one} `.includes(` ${phrase} `)))) {
    return "dependency_bot";
  }
  const isBot =
    BOT_SUFFIX.test(name) ||
    BOT_ACCOUNT.test(name.trim()) ||
    CI_ACCOUNT.test(name.trim()) ||
    SERVICE_ACCOUNT.test(name.trim()) ||
    ACTION_ACCOUNT.test(name.trim()) ||
    names.some((one) => BOT_WORD.test(one)) ||
    BOTS.has(folded) ||
    // Only for these addresses is the part before `@` an account name. A person may have the address github@their.domain.
    (ACCOUNT.test(address) && BOTS.has(account)) ||
    AGENTS.some((agent) => agent.test(folded)) ||
    AGENT_ADDRESSES.some((agent) => agent.test(address));
  return isBot ? "bot" : "human";
}
