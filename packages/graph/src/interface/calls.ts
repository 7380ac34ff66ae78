import type { MemberKind } from "@knockon/contract/vocabulary/interface";
import type { Argument, Member } from "@knockon/extract/interface";
import { callOf, holderOf, namedType, type InterfaceNames } from "./accepts.ts";
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

/** What an operation passes to an argument or a field of an input type. */
interface InputValue {
  place: Place;
  type: string;
  passed: Set<Member>;
}

/** What a use passes, and each of its calls of jobs, steps and fields. The arguments of a call follow it. */
export class Calls {
  readonly #use: InterfaceUse;
  readonly #passed = new Set<Member>();
  readonly #byOwner = new Map<string, { place: Place; passed: Set<Member> }[]>();
  /** By the name of the field in the schema. */
  readonly #byField = new Map<string, { place: Place; passed: Set<Member> }[]>();
  /** The last value of each argument and input field, by its path in the operation. */
  readonly #values = new Map<string, InputValue>();
  /** Values that are literals of input types. */
  readonly #literals = new Set<InputValue>();

  constructor(use: InterfaceUse, current: InterfaceNames) {
    this.#use = use;
    let passed: Set<Member> | undefined;
    for (const one of use.arguments ?? []) {
      if (one.isMentioned) continue;
      const found = current.find(one.kind, one.name);
      if (found) this.#passed.add(found);
      if (one.kind === "field") {
        if (found) this.#addField(one, found);
        this.#addValue(one, found);
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

  #addValue(one: Argument, found: Member | undefined): void {
    const literal = this.#values.get(holderOf(one.name) ?? "");
    if (literal) {
      this.#literals.add(literal);
      if (found) literal.passed.add(found);
    }
    if (found?.type === undefined || !(literal || callOf(one.name) !== undefined)) return;
    this.#values.set(one.name, { place: placeOf(one), type: namedType(found.type), passed: new Set() });
  }

  /** Returns the lines that do not pass a name: the declaration, or, for a parameter of a job or step and an argument of a field, each of its calls; for a field of an input type, each of its literals. */
  without(member: Member): Place[] {
    const field = callOf(member.name);
    const owner = ownerOf(member.kind, member.name);
    if (member.kind === "field" && field === undefined) {
      const type = holderOf(member.name);
      const literals = [...this.#literals].filter((one) => one.type === type && !one.passed.has(member));
      return literals.map(({ place }) => place);
    }
    if (member.kind !== "field" && owner === null)
      return this.#passed.has(member) ? [] : [placeOf(this.#use)];
    const calls =
      (member.kind === "field" ? this.#byField.get(field ?? "") : this.#byOwner.get(owner ?? "")) ?? [];
    return calls.flatMap(({ place, passed }) => (passed.has(member) ? [] : [place]));
  }
}
