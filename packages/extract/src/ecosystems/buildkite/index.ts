import type { Ecosystem } from "../../ecosystem.ts";
import { linkBuildkiteFiles } from "./link.ts";
import { readBuildkiteFile, type BuildkiteFacts, type FileKind } from "./read.ts";

const IN_FOLDER = /(?:^|\/)\.buildkite\/.+\.ya?ml$/;
const PIPELINE = /(?:^|\/)(?:buildkite|pipeline|[^/]*[.-]pipeline|pipeline[.-][^/]*)\.ya?ml$/;
const OTHER_TOOL = /(?:^|\/)(?:docker-)?compose[^/]*\.ya?ml$/;
const STEPS = /^["']?steps["']?[ \t]*:/m;
/** Keys that are typical of Buildkite steps. */
const STEP_KEY =
  /^[ \t]*(?:-[ \t]+)?(?:plugins|commands?|wait|block|trigger)[ \t]*:|^[ \t]*-[ \t]+["']?wait["']?[ \t]*\r?$/m;
/** Keys of Kubernetes, GitHub Actions, Azure Pipelines and other tools. */
const NO_PIPELINE = /^(?:apiVersion|kind|on|trigger|pool|pipeline|jobs|stages)[ \t]*:/m;
const PLUGIN = /^plugin\.ya?ml$/;
const PLUGIN_TEXT = /^(?:configuration|requirements)[ \t]*:/m;

/** Recognizes pipelines by folder or name and by content, and a plugin's manifest at the root. */
function findFileKind({ path, text }: { path: string; text: string }): FileKind | undefined {
  if (PLUGIN.test(path)) return PLUGIN_TEXT.test(text) && !NO_PIPELINE.test(text) ? "plugin" : undefined;
  if (OTHER_TOOL.test(path)) return undefined;
  if (IN_FOLDER.test(path)) return STEPS.test(text) || /^- /m.test(text) ? "pipeline" : undefined;
  if (!PIPELINE.test(path) || NO_PIPELINE.test(text)) return undefined;
  return STEPS.test(text) && STEP_KEY.test(text) ? "pipeline" : undefined;
}

export const buildkite: Ecosystem<BuildkiteFacts> = {
  id: "buildkite",
  extensions: /^ya?ml$/,
  role: "ci",
  claims: (file) => findFileKind(file) !== undefined,
  read: (file) => readBuildkiteFile(file, findFileKind(file)),
  link: linkBuildkiteFiles,
};
