import type { Role } from "@knockon/contract/vocabulary/role";
import type { Dependency } from "./read.ts";

const TEST = /^(?:test|integration|e2e|bench)$/;
const DEV = /^(?:dev|docs?|lint|ci)$/;

/** Returns the role of a dependency: from the environments that install it, else from whether it is started at runtime. */
export function roleOf({ environments, isBuildTool }: Dependency): Role {
  const isAll = (...patterns: RegExp[]): boolean =>
    environments.every((each) => patterns.some((pattern) => pattern.test(each)));
  if (environments.length > 0 && isAll(TEST)) return "test";
  if (environments.length > 0 && isAll(TEST, DEV)) return "dev";
  return isBuildTool ? "build" : "runtime";
}
