import type { Ecosystem } from "../../ecosystem.ts";
import { isTestInput } from "../../repository-path.ts";
import type { SourceFile } from "../../source-file.ts";
import { readStep } from "./interface.ts";
import { isLibraryVariable, isPartOfLibrary, linkJenkinsFiles, stepName } from "./link.ts";
import { imagePushes } from "./image-pushes.ts";
import { imageUses } from "./image-uses.ts";
import { Program } from "./program.ts";
import { callArguments } from "./step-arguments.ts";
import { stepCalls, stepUses } from "./step-uses.ts";
import { libraryUses, scmUses, type JenkinsFacts } from "./uses.ts";

const JENKINSFILE = /(?:^|\/)(?:jenkinsfile(?:[._-][^/]*)?|[^/]*[._-]jenkinsfile)$|(?:^|\/)jenkinsfile\.d\//i;
/** Documentation, programs and templates named after a Jenkinsfile. */
const ABOUT =
  /\.(?:md|mdx|markdown|rst|adoc|txt|html?|json|ya?ml|xml|[cm]?[jt]sx?|go|py|rb|java|kt|j2|jinja2?|tpl|tmpl|erb|lock|png|svg)$/i;
const GROOVY = /\.(?:groovy|gvy|jenkins|pipeline)$/i;
const PIPELINE_TEXT = /^[ \t]*(?:@Library\b|pipeline[ \t]*\{|node[ \t]*[({])/m;
const NO_EXTENSION = /(?:^|\/)[^/.]+$/;
/** A pipeline after a shebang, comments, blank lines, imports and constants. The alternatives start differently. */
const STARTS_AS_PIPELINE =
  /^(?:(?:#![^\n]*|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/)){0,5000}\*\/[^\n]*|import [^\n]*|(?:final |def |String )[^\n]*|[ \t\r]*)\n){0,200}[ \t]*(?:@Library\b|pipeline[ \t]*\{|node[ \t]*[({])/;
const IN_JENKINS_FOLDER = /(?:^|\/)\.?jenkins(?:files?)?\/(?:[^/]+\/)*[^/]+\.groovy$/i;
/** A statement that calls a step with a map or a closure. */
const STEP_CALL = /^[a-z]\w*[ \t]*(?:\([ \t]*(?:\[|\w+[ \t]*:|\r?$)|\([^()\n]*\)[ \t]*\{|\{)/m;
/** A class of a shared library, read if it runs images. */
const CLASS = /(?:^|\/)src\/(?:.*\/)?[^/]+\.groovy$/;
const IMAGE_TEXT = /\bwithDocker\(|\bdocker\.image\(/;

/** Claims Jenkinsfiles by name, variables of a shared library by path, other pipelines and classes by content. */
function claims({ path, text }: { path: string; text: string }): boolean {
  if (JENKINSFILE.test(path)) return !ABOUT.test(path);
  if (GROOVY.test(path)) {
    if (isLibraryVariable(path) || PIPELINE_TEXT.test(text)) return true;
    if (IN_JENKINS_FOLDER.test(path) && STEP_CALL.test(text)) return true;
    return CLASS.test(path) && !isTestInput(path) && IMAGE_TEXT.test(text);
  }
  return NO_EXTENSION.test(path) && STARTS_AS_PIPELINE.test(text);
}

/** More libraries than any pipeline loads. The calls of the file are repeated for each of them. */
const MAX_LIBRARIES = 50;

/** Reads the facts of a pipeline, or of a file of a shared library. Throws SyntaxProblem. */
function read(file: SourceFile): JenkinsFacts {
  const program = new Program(file);
  const images = imageUses(program);
  const libraries = libraryUses(program);
  const steps = libraries.length > 0 || isPartOfLibrary(file.path) ? [] : stepUses(program, file.path);
  const call = libraries.length > 0 ? callArguments(program, stepCalls(program), file.path) : undefined;
  const called = libraries.map((use, index) => (call && index < MAX_LIBRARIES ? { ...use, call } : use));
  const uses = [...called, ...scmUses(program), ...images.uses, ...steps];
  return {
    step: isLibraryVariable(file.path) ? readStep(program, stepName(file.path)) : null,
    uses: uses.toSorted((a, b) => a.line - b.line),
    pushes: isPartOfLibrary(file.path) ? [] : imagePushes(program),
    problems: images.problems,
  };
}

export const jenkins: Ecosystem<JenkinsFacts> = {
  id: "jenkins",
  interfaceFrom: "repository",
  role: "ci",
  claims,
  read,
  link: linkJenkinsFiles,
};
