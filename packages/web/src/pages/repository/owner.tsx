import { describeOwner } from "@knockon/contract/check/words";
import type { Repository } from "@knockon/contract/resources/repository";
import { useFigures } from "./use-figures.ts";
import { SkeletonBlock } from "../../components/loaded.tsx";
import { ownerInWords } from "../../format/words.ts";

export const FactSkeleton = () => <SkeletonBlock className="inline-block h-4 w-24 align-middle" />;

/** The owner by CODEOWNERS or, without one, who wrote most. */
export function Owner({ repository }: { repository: Repository }) {
  const figures = useFigures(repository);
  if (figures === undefined) return <FactSkeleton />;
  const owner = figures?.owner ?? null;
  if (owner === null) return "Unknown";
  return (
    <span title={describeOwner(owner)}>
      {ownerInWords(owner.names)}
      <span className="text-muted">, {owner.source === "codeowners" ? "in CODEOWNERS" : "main author"}</span>
    </span>
  );
}
