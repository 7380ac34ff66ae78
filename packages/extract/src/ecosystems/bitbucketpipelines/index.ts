import type { Ecosystem } from "../../ecosystem.ts";
import { linkBitbucketFiles } from "./link.ts";
import { readBitbucketFile, type BitbucketFacts, type FileKind } from "./read.ts";

const PIPELINES = /(?:^|\/)bitbucket-pipelines\.ya?ml$/;
/** Importable files must end like this. */
const SHARED = /(?:^|\/)[^/]*pipelines\.ya?ml$/;
const SHARED_TEXT = /^(?:export[ \t]*:[ \t]*true\b|definitions[ \t]*:|pipelines[ \t]*:)/m;
const STEP = /^[ \t]*-[ \t]+(?:step|parallel|stage)[ \t]*:/m;
const OTHER_TOOL = /(?:^|\/)(?:\.github|\.circleci|\.gitlab|\.azure[\w-]*)\/|azure-pipelines\.ya?ml$/;
const PIPE = /^pipe\.ya?ml$/;
const PIPE_TEXT = /^image[ \t]*:/m;

/** Recognizes pipelines by name, importable files by name and content, and a pipe's manifest at the root. */
function findFileKind({ path, text }: { path: string; text: string }): FileKind | undefined {
  if (PIPELINES.test(path)) return "pipelines";
  if (PIPE.test(path)) return PIPE_TEXT.test(text) ? "pipe" : undefined;
  if (!SHARED.test(path) || OTHER_TOOL.test(path)) return undefined;
  return SHARED_TEXT.test(text) && STEP.test(text) ? "pipelines" : undefined;
}

export const bitbucketpipelines: Ecosystem<BitbucketFacts> = {
  id: "bitbucketpipelines",
  extensions: /^ya?ml$/,
  role: "ci",
  claims: (file) => findFileKind(file) !== undefined,
  read: (file) => readBitbucketFile(file, findFileKind(file)),
  link: linkBitbucketFiles,
};
