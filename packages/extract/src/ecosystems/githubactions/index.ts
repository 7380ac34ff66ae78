import type { Ecosystem } from "../../ecosystem.ts";
import { isYamlPath, rootKeys, YAML_EXTENSIONS } from "../../document/first-look.ts";
import { linkActionsFiles } from "./link.ts";
import { isActionPath, isWorkflowPath } from "./place.ts";
import { readActionsFile, type ActionsFacts, type FileKind } from "./read.ts";

const JOB = /^[ \t]+["']?(?:runs-on|uses)["']?[ \t]*:/m;
const USING = /^[ \t]+["']?using["']?[ \t]*:/m;

/** Judges by the path, else by the content. Workflows take precedence, because a workflow may be named `action.yml`. */
function findFileKind({ path, text }: { path: string; text: string }): FileKind | undefined {
  if (isWorkflowPath(path)) return "workflow";
  if (isActionPath(path)) return "action";
  if (!isYamlPath(path)) return undefined;
  const keys = rootKeys(text);
  if (keys.has("jobs")) return keys.has("on") && JOB.test(text) ? "workflow" : undefined;
  return keys.has("runs") && USING.test(text) ? "action" : undefined;
}

export const githubactions: Ecosystem<ActionsFacts> = {
  id: "githubactions",
  interfaceFrom: "file",
  extensions: YAML_EXTENSIONS,
  role: "ci",
  claims: (file) => findFileKind(file) !== undefined,
  read: (file) => readActionsFile(file, findFileKind(file)),
  link: linkActionsFiles,
};
