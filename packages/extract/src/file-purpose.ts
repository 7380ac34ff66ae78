import { posix } from "node:path";
import type { Role } from "@knockon/contract/vocabulary/role";

const TEST_NAME = /(?:^|[^a-z\d])(?:tests?|testing|tester|unittests?|e2e|integration)(?:$|[^a-z\d])/;
const DEV_NAME =
  /(?:^|[^a-z\d])(?:dev|devel|develop|development|local|debug|debugger|lint|linter|lints|format|fmt|ci|validate|devcontainer|coverage|bench|benchmarks?)(?:$|[^a-z\d])/;

/** Returns the role that the name of a stage, file or target expresses. */
export function roleOfName(name: string): "test" | "dev" | undefined {
  const lower = name.toLowerCase();
  if (TEST_NAME.test(lower)) return "test";
  return DEV_NAME.test(lower) ? "dev" : undefined;
}

const CI_FOLDER =
  /(?:^|\/)(?:\.?ci|\.(?:github|gitlab|gitlab-ci|circleci|buildkite|woodpecker|jenkins|teamcity|azure-pipelines|azuredevops|cirrus|tekton))\//i;
const DEV_FOLDER = /(?:^|\/)(?:\.?dev|devel|development|local|devenv|dev-env|hack)\//i;

/** Returns the role that the folder of a file expresses. */
export function roleOfFolder(path: string): "ci" | "dev" | undefined {
  if (CI_FOLDER.test(path)) return "ci";
  return DEV_FOLDER.test(path) ? "dev" : undefined;
}

const CI_NAME = /(?:^|[-_.])ci(?:$|[-_.])/i;
const OVERRIDE = /(?:^|[-_.])override(?:$|[-_.])/i;

/**
 * Returns the role that the name or folder of a Dockerfile or compose file expresses. Folders do not count for a Dockerfile
 * that a published image is built from.
 */
export function roleOfContainerFile(path: string, isPublished = false): Role | undefined {
  const name = posix.basename(path);
  if (CI_NAME.test(name)) return "ci";
  const role = roleOfName(name) ?? (OVERRIDE.test(name) ? "dev" : undefined);
  return role ?? (isPublished ? undefined : roleOfFolder(path));
}
