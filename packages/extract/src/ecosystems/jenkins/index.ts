import type { Ecosystem } from "../../ecosystem.ts";
import { isTestInput } from "../../repository-path.ts";
import type { SourceFile } from "../../source-file.ts";
import { isLibraryVariable, linkJenkinsFiles } from "./link.ts";
import { imageUses } from "./image-uses.ts";
import { Program } from "./program.ts";
import { libraryUses, scmUses, type JenkinsFacts } from "./uses.ts";

const JENKINSFILE = /(?:^|\/)(?:jenkinsfile(?:[._-][^/]*)?|[^/]*\.jenkinsfile)$/i;
/** Documentation, programs and templates named after a Jenkinsfile. */
const ABOUT =
  /\.(?:md|mdx|markdown|rst|adoc|txt|html?|json|ya?ml|xml|[cm]?[jt]sx?|go|py|rb|java|kt|j2|jinja2?|tpl|tmpl|erb|lock|png|svg)$/i;
const GROOVY = /\.groovy$/;
const PIPELINE_TEXT = /^[ \t]*(?:@Library\b|pipeline[ \t]*\{|node[ \t]*[({])/m;
/** A class of a shared library, read if it runs images. */
const CLASS = /(?:^|\/)src\/(?:.*\/)?[^/]+\.groovy$/;
const IMAGE_TEXT = /\bwithDocker\(|\bdocker\.image\(/;

/** Claims Jenkinsfiles by name, variables of a shared library by path, other pipelines and classes by content. */
function claims({ path, text }: { path: string; text: string }): boolean {
  if (JENKINSFILE.test(path)) return !ABOUT.test(path);
  if (isLibraryVariable(path) || (GROOVY.test(path) && PIPELINE_TEXT.test(text))) return true;
  return CLASS.test(path) && !isTestInput(path) && IMAGE_TEXT.test(text);
}

/** Reads the facts of a pipeline, or of a file of a shared library. Throws SyntaxProblem. */
function read(file: SourceFile): JenkinsFacts {
  const program = new Program(file);
  const images = imageUses(program);
  const uses = [...libraryUses(program), ...scmUses(program), ...images.uses];
  return { uses: uses.toSorted((a, b) => a.line - b.line), problems: images.problems };
}

export const jenkins: Ecosystem<JenkinsFacts> = {
  id: "jenkins",
  role: "ci",
  claims,
  read,
  link: linkJenkinsFiles,
};
