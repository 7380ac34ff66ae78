import { locateCodeowners, readIfCodeowners } from "../codeowners/find-owners.ts";
import { teamsOf } from "../codeowners/read-codeowners.ts";
import type { RepositoryIdentity, TreeEntry } from "../ecosystem.ts";
import type { Snapshot } from "../snapshot.ts";
import { parseMailmap, type Mailmap } from "./mailmap.ts";

export interface OwnershipFiles {
  mailmap: Mailmap;
  /** Used to detect changes. */
  mailmapText: string;
  teams: string[];
}

const MAILMAP_PATH = ".mailmap";

/** Reads the mailmap and the CODEOWNERS teams of a commit. */
export async function readOwnershipFiles(
  repository: RepositoryIdentity,
  snapshot: Snapshot,
  tree: readonly TreeEntry[],
): Promise<OwnershipFiles> {
  const codeownersPath = locateCodeowners(repository, tree) ?? "";
  const wanted = tree.filter(
    ({ path, mode }) => (path === MAILMAP_PATH || path === codeownersPath) && mode.startsWith("100"),
  );
  const texts = new Map<string, string>();
  if (wanted.length > 0) {
    await snapshot.files(wanted, ({ path }, content) => {
      if (typeof content !== "string") texts.set(path, new TextDecoder().decode(content));
    });
  }
  const mailmapText = texts.get(MAILMAP_PATH) ?? "";
  const codeowners = readIfCodeowners(repository, codeownersPath, texts.get(codeownersPath) ?? "");
  return {
    mailmap: parseMailmap(mailmapText),
    mailmapText,
    teams: codeowners ? teamsOf(codeowners) : [],
  };
}
