import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { isMention, type Role } from "@knockon/contract/vocabulary/role";

interface Use {
  source: string;
  target: string;
  role: Role;
  type: ArtifactType;
}

/** Images and repositories, which developers run, in contrast to packages, which CI installs as well. */
const TOOLS: ReadonlySet<ArtifactType> = new Set(["container_image", "git_repository", "pre_commit_hook"]);

/** As in an impact, examples and tools of developers decide only if nothing else does, and mentions never. */
const rankOf = ({ role, type }: Use): number =>
  isMention(role) ? 0 : role === "example" || (role === "dev" && TOOLS.has(type)) ? 1 : 2;

/** Returns whether a dependency decides when its consumer gets a change of the producer, beside others of the two. */
export function deciding(uses: readonly Use[]): (use: Use) => boolean {
  const pairOf = ({ source, target }: Use): string => `${source} ${target}`;
  const best = new Map<string, number>();
  for (const use of uses) best.set(pairOf(use), Math.max(rankOf(use), best.get(pairOf(use)) ?? 0));
  return (use) => rankOf(use) > 0 && rankOf(use) === best.get(pairOf(use));
}
