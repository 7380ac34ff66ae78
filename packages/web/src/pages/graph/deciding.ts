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

/** Adds to each dependency whether it decides when its consumer gets a change of the producer, beside others of the two. */
export function withDeciding<T extends Use>(uses: readonly T[]): (T & { decides: boolean })[] {
  const ranked = uses.map((use) => ({ use, pair: `${use.source} ${use.target}`, rank: rankOf(use) }));
  const best = new Map<string, number>();
  for (const { pair, rank } of ranked) best.set(pair, Math.max(rank, best.get(pair) ?? 0));
  return ranked.map(({ use, pair, rank }) => ({ ...use, decides: rank > 0 && rank === best.get(pair) }));
}
