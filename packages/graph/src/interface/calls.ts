import type { MemberKind } from "@knockon/contract/vocabulary/interface";
import type { Argument, Member } from "@knockon/extract/interface";
import { callOf, type InterfaceNames } from "./accepts.ts";
import type { InterfaceUse } from "./find-breaks.ts";

export interface Place {
  file: string;
  line: number;
}

export const placeOf = ({ file, line }: Place): Place => ({ file, line });

/** What a parameter belongs to. Its name comes before that of the parameter: `build.image`. */
export const OWNERS: readonly MemberKind[] = ["job", "command", "executor", "step"];

/** Returns `build` for the parameter `build.image`. Null for parameters of the artifact itself, and other kinds. */
export const ownerOf = (kind: MemberKind, name: string): string | null =>
  kind === "parameter" && name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : null;

/** What a use passes, and each of its calls of jobs, steps and fields. The arguments of a call follow it. */
export class Calls {
  readonly #use: InterfaceUse;
  readonly #passed = new Set<Member>();
  readonly #byOwner = new Map<string, { place: Place; passed: Set<Member> }[]>();
  /** By the name of the field in the schema. */
  readonly #byField = new Map<string, { place: Place; passed: Set<Member> }[]>();

  constructor(use: InterfaceUse, current: InterfaceNames) {
    this.#use = use;
    let passed: Set<Member> | undefined;
    for (const one of use.arguments ?? []) {
      if (one.isMentioned) continue;
      const found = current.find(one.kind, one.name);
      if (found) this.#passed.add(found);
      if (one.kind === "field") {
        if (found) this.#addField(one, found);
        continue;
      }
      if (one.kind === "parameter") {
        if (found) passed?.add(found);
        continue;
      }
      passed = new Set();
      if (!OWNERS.includes(one.kind)) continue;
      const calls = this.#byOwner.get(one.name);
      if (calls) calls.push({ place: placeOf(one), passed });
      else this.#byOwner.set(one.name, [{ place: placeOf(one), passed }]);
    }
  }

  #addField(one: Argument, found: Member): void {
    if (callOf(one.name) !== undefined) {
      const call = this.#byField.get(callOf(found.name) ?? "")?.at(-1);
      call?.passed.add(found);
      return;
    }
    const calls = this.#byField.get(found.name) ?? [];
    calls.push({ place: placeOf(one), passed: new Set() });
    this.#byField.set(found.name, calls);
  }

  /** Returns the lines that do not pass a name: the declaration, or, for a parameter of a job or step and an argument of a field, each of its calls. */
  without(member: Member): Place[] {
    const field = callOf(member.name);
    const owner = ownerOf(member.kind, member.name);
    // A field of an input type is passed in variables, which are not read.
    if (member.kind === "field" && field === undefined) return [];
    if (member.kind !== "field" && owner === null)
      return this.#passed.has(member) ? [] : [placeOf(this.#use)];
    const calls =
      (member.kind === "field" ? this.#byField.get(field ?? "") : this.#byOwner.get(owner ?? "")) ?? [];
    return calls.flatMap(({ place, passed }) => (passed.has(member) ? [] : [place]));
  }
}
