import type { Effect, MemberKind } from "@knockon/contract/vocabulary/interface";
import type { ArtifactInterface } from "@knockon/extract/interface";
import { compareOrdinal } from "../ordinal.ts";
import { InterfaceNames } from "./accepts.ts";
import type { Place } from "./calls.ts";
import { EFFECT_RULES, effectOf, typeOf } from "./effects.ts";
import type { InterfaceUse } from "./find-breaks.ts";

/** An argument that the interface does not have: the use fails once it gets this interface. */
export interface LatentBreak<U extends InterfaceUse> {
  use: U;
  kind: MemberKind;
  name: string;
  at: Place;
  effect: Effect;
}

/** Finds the names that consumers pass or read although the current interface does not have them. */
export function findLatentBreaks<U extends InterfaceUse>(
  interfaces: readonly ArtifactInterface[],
  uses: Iterable<U>,
): LatentBreak<U>[] {
  const names = new Map(interfaces.map((one) => [one.scope, new InterfaceNames(one)]));
  const found: LatentBreak<U>[] = [];
  for (const use of uses) {
    const known = names.get(use.scope);
    const { members: rules, isMerged } = EFFECT_RULES[typeOf(use.scope)] ?? {};
    if (!known || !rules) continue;
    for (const { kind, name, file, line, effect: ownEffect } of use.arguments ?? []) {
      const effect = effectOf(rules[kind], ownEffect, known.rejects(kind, name));
      // A pipeline takes these names from any of the files that it includes.
      if (isMerged && kind !== "input") continue;
      // Another package may provide the command.
      if (kind === "command_name") continue;
      if (effect === undefined || known.find(kind, name)) continue;
      if (known.whyOpen(kind) !== undefined && !known.refuses(kind, name)) continue;
      found.push({ use, kind, name, at: { file, line }, effect });
    }
  }
  return found.toSorted((a, b) => compareOrdinal(a.at.file, b.at.file) || a.at.line - b.at.line);
}
