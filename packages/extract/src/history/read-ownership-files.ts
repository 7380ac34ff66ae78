import type { TreeEntry } from "../ecosystem.ts";
import type { Snapshot } from "../snapshot.ts";
import { CODEOWNERS_PATHS, parseTeams } from "./codeowners.ts";
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
  snapshot: Snapshot,
  tree: readonly TreeEntry[],
): Promise<OwnershipFiles> {
  const paths = new Set([MAILMAP_PATH, ...CODEOWNERS_PATHS]);
  const wanted = tree.filter(({ path, mode }) => paths.has(path) && mode.startsWith("100"));
  const texts = new Map<string, string>();
  if (wanted.length > 0) {
    await snapshot.files(wanted, ({ path }, content) => {
      if (typeof content !== "string") texts.set(path, new TextDecoder().decode(content));
    });
  }
  const mailmapText = texts.get(MAILMAP_PATH) ?? "";
  const codeowners = CODEOWNERS_PATHS.find((path) => texts.has(path));
  return {
    mailmap: parseMailmap(mailmapText),
    mailmapText,
    teams: parseTeams((codeowners && texts.get(codeowners)) ?? ""),
  };
}
