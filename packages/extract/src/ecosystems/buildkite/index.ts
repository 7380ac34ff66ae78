import type { Ecosystem } from "../../ecosystem.ts";
import { linkBuildkiteFiles } from "./link.ts";
import { readBuildkiteFile, type BuildkiteFacts, type FileKind } from "./read.ts";

const IN_FOLDER = /(?:^|\/)\.buildkite\/.+\.ya?ml$/;
const PIPELINE = /(?:^|\/)(?:buildkite|pipeline|[^/]*[.-]pipeline|pipeline[.-][^/]*)\.ya?ml$/;
const OTHER_TOOL = /(?:^|\/)(?:docker-)?compose[^/]*\.ya?ml$/;
const STEPS = /^["']?steps["']?[ \t]*:/m;
/** What a step of Buildkite has, and hardly one of another tool. */
const STEP_KEY =
  /^[ \t]*(?:-[ \t]+)?(?:plugins|commands?|wait|block|trigger)[ \t]*:|^[ \t]*-[ \t]+["']?wait["']?[ \t]*\r?$/m;
/** What only Kubernetes, GitHub, Azure or others read. */
const NO_PIPELINE = /^(?:apiVersion|kind|on|trigger|pool|pipeline|jobs|stages)[ \t]*:/m;
const PLUGIN = /^plugin\.ya?ml$/;
const PLUGIN_TEXT = /^(?:configuration|requirements)[ \t]*:/m;

/** Pipelines by their folder or name, and their text; a plugin describes itself at the root. */
function findFileKind({ path, text }: { path: string; text: string }): FileKind | undefined {
  if (PLUGIN.test(path)) return PLUGIN_TEXT.test(text) && !NO_PIPELINE.test(text) ? "plugin" : undefined;
  if (OTHER_TOOL.test(path)) return undefined;
  if (IN_FOLDER.test(path)) return STEPS.test(text) || /^- /m.test(text) ? "pipeline" : undefined;
  if (!PIPELINE.test(path) || NO_PIPELINE.test(text)) return undefined;
  return STEPS.test(text) && STEP_KEY.test(text) ? "pipeline" : undefined;
}

export const buildkite: Ecosystem<BuildkiteFacts> = {
  id: "buildkite",
  claims: (file) => findFileKind(file) !== undefined,
  read: (file) => readBuildkiteFile(file, findFileKind(file)),
  link: linkBuildkiteFiles,
};
