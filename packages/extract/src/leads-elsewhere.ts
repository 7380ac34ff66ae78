import type { Declaration, RepositoryIdentity } from "./ecosystem.ts";
import { gitLookups } from "./git-lookups.ts";

/** Does a declaration lead to another repository than the one it stands in, as far as that one's address tells? */
export function leadsElsewhere({
  cloneUrl,
}: Pick<RepositoryIdentity, "cloneUrl">): (declaration: Pick<Declaration, "lookups">) => boolean {
  const [own] = gitLookups(cloneUrl ?? "");
  return ({ lookups }) => own === undefined || !lookups.includes(own);
}
