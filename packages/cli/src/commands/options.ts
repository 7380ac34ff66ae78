/** Options that several commands have. */
import { ROLES, type Role } from "@knockon/contract/vocabulary/role";
import { suggest } from "@knockon/contract/suggest";
import { parseNumber, UsageError } from "../arguments.ts";
import type { Option } from "../command.ts";

export const DEPTH = {
  type: "string",
  value: "N",
  default: "3",
  help: "Follow at most N hops, 1 to 10 (default: 3)",
} as const satisfies Option;

export const MIN_CONFIDENCE = {
  type: "string",
  value: "C",
  default: "0.4",
  help: "Ignore evidence below confidence C, 0 to 1 (default: 0.4)",
} as const satisfies Option;

export const ROLE = {
  type: "string",
  value: "ROLE",
  values: ROLES,
  multiple: true,
  default: [] as string[],
  help: "Count only declarations with this role: runtime, build, ci, dev, test, example, fixture, documentation, vendored. Repeat it or separate roles with commas",
} as const satisfies Option;

export const JSON_FLAG = { type: "boolean", default: false, help: "Print JSON" } as const satisfies Option;

export const parseDepth = (text: string): number =>
  parseNumber("--depth", text, { min: 1, max: 10, isInteger: true });

export const parseConfidence = (text: string): number =>
  parseNumber("--min-confidence", text, { min: 0, max: 1 });

/** Returns undefined without a role. Throws UsageError. */
export function parseRoles(lists: readonly string[]): Role[] | undefined {
  const names = lists.flatMap((list) => list.split(",")).map((name) => name.trim());
  const roles = names.map((name) => {
    const role = ROLES.find((one) => one === name.toLowerCase());
    if (role) return role;
    throw new UsageError(`Unknown role "${name}".${suggest(name, ROLES)} Roles: ${ROLES.join(", ")}.`);
  });
  return roles.length > 0 ? roles : undefined;
}
