import type { Ecosystem } from "../../ecosystem.ts";
import { isLibraryVariable, linkJenkinsFiles } from "./link.ts";
import { readJenkinsFile, type JenkinsFacts } from "./read.ts";
import { isTestInput } from "../../repository-path.ts";

const JENKINSFILE = /(?:^|\/)(?:jenkinsfile(?:[._-][^/]*)?|[^/]*\.jenkinsfile)$/i;
/** Named after what it works on: documentation, programs, and templates of a Jenkinsfile. */
const ABOUT =
  /\.(?:md|mdx|markdown|rst|adoc|txt|html?|json|ya?ml|xml|[cm]?[jt]sx?|go|py|rb|java|kt|j2|jinja2?|tpl|tmpl|erb|lock|png|svg)$/i;
const GROOVY = /\.groovy$/;
const PIPELINE_TEXT = /^[ \t]*(?:@Library\b|pipeline[ \t]*\{|node[ \t]*[({])/m;
/** A class of a shared library that runs images. */
const CLASS = /(?:^|\/)src\/(?:.*\/)?[^/]+\.groovy$/;
const IMAGE_TEXT = /\bwithDocker\(|\bdocker\.image\(/;

/** Jenkinsfiles by their name, variables of a shared library by their place, other pipelines and classes by their text. */
function claims({ path, text }: { path: string; text: string }): boolean {
  if (JENKINSFILE.test(path)) return !ABOUT.test(path);
  if (isLibraryVariable(path) || (GROOVY.test(path) && PIPELINE_TEXT.test(text))) return true;
  return CLASS.test(path) && !isTestInput(path) && IMAGE_TEXT.test(text);
}

export const jenkins: Ecosystem<JenkinsFacts> = {
  id: "jenkins",
  claims,
  read: readJenkinsFile,
  link: linkJenkinsFiles,
};
