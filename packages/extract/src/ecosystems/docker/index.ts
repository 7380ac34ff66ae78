import type { Ecosystem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";
import { isYamlPath, rootKeys } from "../../document/first-look.ts";
import { readBake } from "./bake.ts";
import { isChartpress } from "../../chartpress.ts";
import { isBuildTool, readBuildTool, readPressedImages, readSkaffold } from "./build-tools.ts";
import { readCompose, readEnvironment } from "./compose.ts";
import { readDockerfile } from "./dockerfile.ts";
import { emptyFacts, type DockerFacts, type FileKind } from "./facts.ts";
import { isGoReleaser, readGoReleaser } from "./goreleaser.ts";
import { isKo, readKo } from "./ko.ts";
import { link } from "./link.ts";
import { readMakefile } from "./makefile.ts";
import { isMatrixData, readMatrixData } from "./matrix-data.ts";
import { isMirrorList, readMirrorList } from "./mirror-list.ts";
import { mayPush } from "./push-commands.ts";
import { isScript, readPipeline, readScript } from "./scripts.ts";
import { readWorkflow } from "./workflow.ts";

const DOCKERFILE = /^(?:(?:docker|container)file|.+\.(?:docker|container)file)$/i;
const DOCKERFILE_VARIANT = /^(?:docker|container)file./i;
const NO_DOCKERFILE = /\.(?:dockerignore|containerignore|md|mdx|markdown|rst|adoc|html?)$/i;
const COMPOSE = /^(?:docker-)?compose(?:[^a-z].*)?\.ya?ml$/;
/** Custom names: `broker-compose.yml`, `dev.compose.yaml`. */
const NAMED_COMPOSE = /.[-_.]compose(?:[-_.].*)?\.ya?ml$/;
const BAKE = /^docker-bake(?:\.[\w-]+)?\.(?:hcl|json)$/;
const MAKEFILE = /^(?:gnu)?makefile(?:\.[\w-]+)?$|\.mk$/i;
const GORELEASER_KEYS = /^(?:dockers|docker_manifests|dockers_v2|kos):/m;
const SKAFFOLD = /^skaffold[^/]*\.ya?ml$/;
/** Configuration of other CI services and task runners. */
const PIPELINE =
  /^(?:\.circleci\/config\.ya?ml|\.travis\.ya?ml|\.gitlab-ci\.ya?ml|\.gitlab\/(?:.+\/)?[^/]+\.ya?ml|bitbucket-pipelines\.ya?ml|\.drone\.ya?ml|\.woodpecker(?:\/.+)?\.ya?ml|azure-pipelines[^/]*\.ya?ml|\.semaphore\/[^/]+\.ya?ml|\.buildkite\/[^/]+\.ya?ml|appveyor\.ya?ml|\.cirrus\.ya?ml|buildspec[^/]*\.ya?ml)$|(?:^|\/)(?:cloudbuild[^/]*\.ya?ml|[tT]askfile(?:\.dist)?\.ya?ml)$/;
const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
const COMPOSITE_ACTION = /(?:^|\/)action\.ya?ml$/;
const IMAGE_TOOL = /docker|podman|crane|skopeo|regctl|image[-_]?name/i;
const LOCAL_CALL = /^[ \t-]*uses[ \t]*:[ \t]*["']?\.\//m;

/** Files that may be Dockerfiles of another name: without extension, templates, and any file of a docker folder. */
const MAYBE_DOCKERFILE =
  /(?:^|\/)[^/.]+$|\.(?:docker|j2|jinja2?|tmpl|tpl|template|in)$|(?:^|\/)[^/]*docker[^/]*\/[^/]+$/i;
const NO_INSTRUCTIONS = /\.(?:ya?ml|json|toml|[cm]?[jt]sx?|go|py|rb|java|kt|sh|sql|cs|rs|php)$/i;
/** A first stage: the image alone, or with a name. */
const FIRST_STAGE = /^FROM[ \t]+(?:--platform=\S+[ \t]+)?[^\s:]\S*(?:[ \t]+AS[ \t]+\S+)?[ \t]*(?:\\)?\r?$/im;
const INSTRUCTION = /^(?:RUN|COPY|ADD|CMD|ENTRYPOINT|ENV|LABEL|WORKDIR|USER|EXPOSE)[ \t]/m;

/** Whether a file of any name starts with ARG or FROM, and has a stage with instructions. */
const isDockerfile = (text: string): boolean =>
  text.includes("FROM ") && startsLikeDockerfile(text) && FIRST_STAGE.test(text) && INSTRUCTION.test(text);

/** Programs and pages, most files of most repositories. They have nothing to do with images unless their path says so. */
const PROGRAM_OR_PAGE =
  /\.(?:adoc|cc|cpp|cs|css|csv|go|h|html?|java|jsx?|kt|md|mdx|mjs|php|po|proto|py|rb|rs|rst|scss|sum|svg|swift|tsx?|txt)$/;
const NAMES_IMAGES = /docker|container|makefile/i;

/** Root keys of other tools with `services`. */
const OTHER_KEYS = [
  "apiVersion",
  "kind",
  "jobs",
  "steps",
  "stages",
  "pipeline",
  "script",
  "language",
  "parameters",
];
const SERVICE =
  /^services[ \t]*:[ \t]*(?:#.*)?\r?\n(?:[ \t]*(?:#.*)?\r?\n)*[ \t]+["']?[\w.-]+["']?[ \t]*:[ \t]*(?:[#&].*)?\r?$/m;
const SERVICE_IMAGE = /^[ \t]+(?:image|build)[ \t]*:/m;

/** Whether a YAML file of any name has services with an image or a build. */
function isCompose(text: string): boolean {
  const keys = rootKeys(text);
  if (!keys.has("services") || OTHER_KEYS.some((key) => keys.has(key))) return false;
  return SERVICE.test(text) && SERVICE_IMAGE.test(text);
}

/**
 * Files with a `Dockerfile` prefix (`Dockerfile.dev`, but also `dockerfile.ts`) only count if their first instruction is
 * ARG or FROM, as the format requires.
 */
function findFileKind(file: { path: string; text: string }): FileKind | undefined {
  if (PROGRAM_OR_PAGE.test(file.path) && !NAMES_IMAGES.test(file.path)) return undefined;
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  if (COMPOSE.test(name)) return "compose";
  if (NAMED_COMPOSE.test(name)) return /^services[ \t]*:/m.test(file.text) ? "compose" : undefined;
  if (name === ".env") return "environment";
  if (BAKE.test(name)) return "bake";
  if (WORKFLOW.test(file.path))
    return IMAGE_TOOL.test(file.text) || LOCAL_CALL.test(file.text) ? "workflow" : undefined;
  if (COMPOSITE_ACTION.test(file.path))
    return isComposite(file.text) && (IMAGE_TOOL.test(file.text) || LOCAL_CALL.test(file.text))
      ? "workflow"
      : undefined;
  if (MAKEFILE.test(name)) return "makefile";
  if (isGoReleaser(file.path)) return GORELEASER_KEYS.test(file.text) ? "goreleaser" : undefined;
  if (isKo(file.path)) return "ko";
  if (isBuildTool(file)) return "buildtool";
  if (SKAFFOLD.test(name) && /^apiVersion:[ \t]*skaffold\//m.test(file.text)) return "skaffold";
  if (isChartpress(file.path)) return "chartpress";
  if (PIPELINE.test(file.path)) return mayPush(file.text) ? "pipeline" : undefined;
  if (isScript(file)) return mayPush(file.text) ? "script" : undefined;
  if (DOCKERFILE.test(name)) return "dockerfile";
  const isVariant = DOCKERFILE_VARIANT.test(name) && !NO_DOCKERFILE.test(name);
  if (isVariant) return startsLikeDockerfile(file.text) ? "dockerfile" : undefined;
  if (isMatrixData(file)) return "matrix_data";
  if (isYamlPath(name)) {
    if (isMirrorList(file.text)) return "mirror";
    return isCompose(file.text) ? "compose" : undefined;
  }
  const isCandidate =
    MAYBE_DOCKERFILE.test(file.path) && !NO_DOCKERFILE.test(name) && !NO_INSTRUCTIONS.test(name);
  return isCandidate && isDockerfile(file.text) ? "dockerfile" : undefined;
}

const isComposite = (text: string): boolean => /^[ \t]+using[ \t]*:[ \t]*["']?composite\b/m.test(text);

function startsLikeDockerfile(text: string): boolean {
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end).trim();
    if (line !== "" && !line.startsWith("#")) return /^(?:ARG|FROM)(?:\s|$)/i.test(line);
    start = end + 1;
  }
  return false;
}

const READERS: Record<FileKind, (file: SourceFile) => DockerFacts> = {
  dockerfile: (file) => readDockerfile(file.text),
  compose: readCompose,
  environment: (file) => readEnvironment(file.text),
  bake: readBake,
  workflow: readWorkflow,
  makefile: (file) => readMakefile(file.text),
  script: (file) => readScript(file.text),
  pipeline: readPipeline,
  goreleaser: readGoReleaser,
  buildtool: readBuildTool,
  skaffold: readSkaffold,
  ko: readKo,
  chartpress: readPressedImages,
  mirror: readMirrorList,
  matrix_data: readMatrixData,
};

function read(file: SourceFile): DockerFacts {
  const kind = findFileKind(file) ?? "dockerfile";
  return file.text.trim() === "" ? emptyFacts(kind) : READERS[kind](file);
}

/** Container images: Dockerfiles, compose and bake files, and the workflow steps that push. */
export const docker: Ecosystem<DockerFacts> = {
  id: "docker",
  interfaceFrom: "repository",
  claims: (file) => findFileKind(file) !== undefined,
  read,
  link,
};
