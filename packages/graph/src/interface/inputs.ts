import type { Member } from "@knockon/extract/interface";
import { callOf, holderOf, namedType } from "./accepts.ts";
import type { InterfaceChange, MemberChange } from "./diff-interfaces.ts";

/** An input type or enum of a GraphQL schema, of which names change. */
export interface ChangedInput {
  /** The field or value that changes, or the type if there are several. */
  kind: "field" | "definition";
  name: string;
  /** The input types whose variables can contain a value of the type. */
  types: ReadonlySet<string>;
  /** A sentence without a period, for the user. */
  reason: string;
}

/** Returns what a consumer may pass in a variable, of which only the type is known, and that may no longer fit. */
export function changedInputs(change: InterfaceChange): ChangedInput[] {
  const { before, after } = change;
  if (!before || !after) return [];
  const names = change.members.flatMap((each) => {
    const one = each.before ?? each.after;
    return one && isFieldName(one) && mayReject(each) ? [one.name] : [];
  });
  if (names.length === 0) return [];
  const kept = new Set(after.members.flatMap(({ kind, name }) => (kind === "definition" ? [name] : [])));
  const inputs = inputTypes(before.members);
  const holders = Map.groupBy(before.members.filter(isFieldName), ({ type = "" }) => namedType(type));
  return [...Map.groupBy(names, (name) => holderOf(name) ?? "")].flatMap(([type, [name = "", ...others]]) => {
    if (!inputs.has(type) || !kept.has(type)) return [];
    const changed = others.length === 0 ? { kind: "field", name } : { kind: "definition", name: type };
    const reason = `Values of ${type} are passed in a variable`;
    return [{ ...changed, types: typesContaining(type, holders), reason } as ChangedInput];
  });
}

/** Whether a name is that of a field of any type, or of a value of an enum. */
const isFieldName = (one: Member): boolean =>
  one.kind === "field" && callOf(one.name) === undefined && holderOf(one.name) !== undefined;

/** Whether a value that fits before the change may not fit after it, if the name is not that of an output field. */
function mayReject({ before, after }: MemberChange): boolean {
  if (!after) return true;
  if (!before) return after.required === true;
  return after.required === true || (after.type !== before.type && before.type !== `${after.type}!`);
}

/** Returns the types of arguments, and the types of their fields. Only these can be types of variables. */
function inputTypes(members: readonly Member[]): ReadonlySet<string> {
  const typesOf = (one: Member): string[] => (one.type === undefined ? [] : [namedType(one.type)]);
  const fields = Map.groupBy(members.filter(isFieldName), ({ name }) => holderOf(name) ?? "");
  const found = new Set(
    members.flatMap((one) => (one.kind === "field" && callOf(one.name) !== undefined ? typesOf(one) : [])),
  );
  for (const type of found) for (const each of (fields.get(type) ?? []).flatMap(typesOf)) found.add(each);
  return found;
}

function typesContaining(type: string, holders: ReadonlyMap<string, readonly Member[]>): ReadonlySet<string> {
  const found = new Set([type]);
  for (const each of found) for (const { name } of holders.get(each) ?? []) found.add(holderOf(name) ?? "");
  return found;
}
