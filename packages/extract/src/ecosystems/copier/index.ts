import type { Ecosystem } from "../../ecosystem.ts";
import { linkCopierFiles } from "./link.ts";
import { readCopierFile, type CopierFacts, type FileKind } from "./read.ts";

const ANSWERS = /(?:^|\/)\.copier-answers[\w.-]*\.ya?ml$/;
const CRUFT = /(?:^|\/)\.cruft\.json$/;
/** Only a file at the root makes the repository a template. */
const COPIER_TEMPLATE = /^copier\.ya?ml$/;
const COOKIECUTTER_TEMPLATE = /^cookiecutter\.json$/;

function findFileKind(path: string): FileKind | undefined {
  if (ANSWERS.test(path)) return "answers";
  if (CRUFT.test(path)) return "cruft";
  if (COPIER_TEMPLATE.test(path)) return "copier_template";
  return COOKIECUTTER_TEMPLATE.test(path) ? "cookiecutter_template" : undefined;
}

export const copier: Ecosystem<CopierFacts> = {
  id: "copier",
  extensions: /^(?:ya?ml|json)$/,
  role: "dev",
  claims: ({ path }) => findFileKind(path) !== undefined,
  read: (file) => readCopierFile(file, findFileKind(file.path)),
  link: linkCopierFiles,
};
