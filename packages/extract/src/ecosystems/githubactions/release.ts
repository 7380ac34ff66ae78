import { posix } from "node:path";
import { at, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import type { RepositoryUse } from "./checkout.ts";

/** Words in the names of actions that take a release from its repository: `robinraju/release-downloader`. */
const TAKING = /(?:^|[^a-z])(?:download(?:er)?|fetch|get|install(?:er)?|find|latest|info)(?:$|[^a-z])/i;
const RELEASE = /(?:^|[^a-z])(?:releases?|assets?|tags?)(?:$|[^a-z])/i;
const WRITING = /(?:^|[^a-z])(?:upload|publish|create|delete|push)/i;
const REPOSITORY_FIELDS = ["repository", "repo"];
const VERSION_FIELDS = ["tag", "version", "tag_name", "tagName", "release", "ref"];
const NAME = /^[\w.-]+$/;
const OWNER_AND_NAME = /^[\w.-]+\/[\w.-]+$/;

/** Reads the repository in the inputs of an action that downloads or finds a release: `owner/name`, or owner and name in separate fields. */
export function releaseUses(step: DataNode): RepositoryUse[] {
  const action = textOf(at(step, "uses")) ?? "";
  const name = posix.basename(action.split("@", 1)[0] ?? "");
  if (!TAKING.test(name) || !RELEASE.test(name) || WRITING.test(name)) return [];
  const inputs = at(step, "with");
  const scalar = REPOSITORY_FIELDS.map((field) => scalarAt(inputs, field)).find(
    (found) => found !== undefined,
  );
  if (!scalar) return [];
  const owner = textOf(at(inputs, "owner"))?.trim() ?? "";
  const written = scalar.text.trim();
  const path = NAME.test(owner) && NAME.test(written) ? `${owner}/${written}` : written;
  if (!OWNER_AND_NAME.test(path)) return [];
  const version = VERSION_FIELDS.map((field) => textOf(at(inputs, field))?.trim() ?? "").find(
    (text) => text !== "",
  );
  const text = version === undefined ? path : `${path}@${version}`;
  return [{ rule: "githubactions.release_input", scalar: { ...scalar, text } }];
}
