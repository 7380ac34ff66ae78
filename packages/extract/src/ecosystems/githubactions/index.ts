import type { Ecosystem } from "../../ecosystem.ts";
import { linkActionsFiles } from "./link.ts";
import { readActionsFile, type ActionsFacts, type FileKind } from "./read.ts";

const WORKFLOW = /(?:^|\/)(?:\.github\/workflows|workflow-templates)\/[^/]+\.ya?ml$/;
const ACTION = /(?:^|\/)action\.ya?ml$/;

/** Workflows take precedence, because a workflow may be named `action.yml`. */
function findFileKind(path: string): FileKind | undefined {
  if (WORKFLOW.test(path)) return "workflow";
  return ACTION.test(path) ? "action" : undefined;
}

export const githubactions: Ecosystem<ActionsFacts> = {
  id: "githubactions",
  role: "ci",
  claims: ({ path }) => findFileKind(path) !== undefined,
  read: (file) => readActionsFile(file, findFileKind(file.path)),
  link: linkActionsFiles,
};
