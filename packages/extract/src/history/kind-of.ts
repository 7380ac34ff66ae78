import { AGENT_ADDRESSES, AGENTS, BOTS, DEPENDENCY_BOTS } from "./automation-list.ts";
import type { Signature } from "./commit.ts";
import { foldAddress } from "./identity.ts";
import { foldName } from "./person-name.ts";

/** AI agents are bots: both are nobody who could leave. */
export type Kind = "human" | "bot" | "dependency_bot";

const BOT_WORD = /(?:^| )(?:bot|robot)(?:$| )/;
/** `RenovateBot`, and no `Talbot`. */
const BOT_SUFFIX = /[a-z\d]Bot(?![a-z])/;
const ACCOUNT = /@users\.noreply\./;

export function kindOf({ name, email }: Signature): Kind {
  const address = foldAddress(email);
  const [user = ""] = address.split("@");
  const names = [foldName(name), foldName(user)];
  if (names.some((one) => DEPENDENCY_BOTS.some((phrase) => ` ${one} `.includes(` ${phrase} `)))) {
    return "dependency_bot";
  }
  const isBot =
    BOT_SUFFIX.test(name) ||
    names.some((one) => BOT_WORD.test(one)) ||
    BOTS.has(foldName(name)) ||
    // What stands before the `@` is an account's name only there: people have addresses such as github@their.domain.
    (ACCOUNT.test(address) && BOTS.has(foldName(user))) ||
    AGENTS.some((agent) => agent.test(foldName(name))) ||
    AGENT_ADDRESSES.some((agent) => agent.test(address));
  return isBot ? "bot" : "human";
}
