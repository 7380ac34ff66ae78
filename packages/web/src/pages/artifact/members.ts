import { describeKind } from "@knockon/contract/check/words";
import type { ArtifactInterface } from "@knockon/contract/resources/check";
import { isVersioned, type MemberKind } from "@knockon/contract/vocabulary/interface";
import { pluralOf, sentenceCase } from "../../format/words.ts";

export type Member = ArtifactInterface["members"][number];

/** `Inputs`, or `Required engines` of what the artifact does not offer but needs. */
export const membersHeading = (kind: MemberKind): string =>
  isVersioned(kind) ? `Required ${pluralOf(describeKind(kind))}` : sentenceCase(pluralOf(describeKind(kind)));

/** Puts the names with most users first. Others keep their order. */
export const usedFirst = (members: readonly Member[]): Member[] =>
  members.toSorted((a, b) => (b.consumers_total ?? 0) - (a.consumers_total ?? 0));
