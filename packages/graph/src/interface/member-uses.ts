import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { ArtifactInterface, Member } from "@knockon/extract/interface";
import { InterfaceNames } from "./accepts.ts";
import { EFFECT_RULES } from "./effects.ts";
import type { InterfaceUse } from "./find-breaks.ts";

/** A line of a consumer that passes or reads a name. */
export interface MemberUse<U extends InterfaceUse> {
  use: U;
  file: string;
  line: number;
}

export interface InterfaceUses<U extends InterfaceUse> {
  /** In the order of the uses. Members whose uses no ecosystem reads are absent. */
  byMember: Map<Member, MemberUse<U>[]>;
  /** Uses that may pass or read more names than those that are known. */
  open: U[];
}

/** Finds the lines that pass or read each name of an artifact. Uses of other artifacts are ignored. */
export function usesByMember<U extends InterfaceUse>(
  artifact: ArtifactInterface,
  uses: Iterable<U>,
): InterfaceUses<U> {
  const type = artifact.scope.slice(0, artifact.scope.indexOf(":")) as ArtifactType;
  const rules = EFFECT_RULES[type]?.members ?? {};
  const names = new InterfaceNames(artifact);
  const byMember = new Map(
    artifact.members.flatMap((each) => (rules[each.kind] ? [[each, [] as MemberUse<U>[]] as const] : [])),
  );
  const open: U[] = [];
  for (const use of uses) {
    if (use.scope !== artifact.scope) continue;
    if (!use.arguments || Object.keys(use.openArguments ?? {}).length > 0) open.push(use);
    for (const { kind, name, file, line } of use.arguments ?? [])
      for (const found of names.findAll(kind, name)) byMember.get(found)?.push({ use, file, line });
  }
  return { byMember, open };
}
