import { scalarAt, textOf, type DataNode } from "../../document/node.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";

/** The template that a project was generated from. */
export interface TemplateUse {
  rule: "copier.answers" | "copier.cruft";
  source: string;
  line: number;
  version: string | null;
  /** The requested tag or branch, if the version is a commit. */
  requested: string | null;
}

export type FileKind = "answers" | "cruft" | "copier_template" | "cookiecutter_template";

export interface CopierFacts {
  use: TemplateUse | null;
  /** The tool that can generate projects from this repository. */
  templateOf: "copier" | "cookiecutter" | null;
}

/** Reads the facts of a project's answers or of a template. Throws SyntaxProblem. */
export function readCopierFile(file: SourceFile, kind: FileKind | undefined): CopierFacts {
  if (kind === "answers") return { use: answersUse(requireMap(file.yaml()[0])), templateOf: null };
  if (kind === "cruft") return { use: cruftUse(requireMap(file.json())), templateOf: null };
  if (kind === "cookiecutter_template") requireMap(file.json());
  else requireMap(file.yaml().at(-1));
  return { use: null, templateOf: kind === "cookiecutter_template" ? "cookiecutter" : "copier" };
}

function requireMap(document: DataNode | undefined): DataNode | undefined {
  if (document?.kind === "list" || textOf(document))
    throw new SyntaxProblem("The file must be a map.", document?.line ?? null);
  return document;
}

function answersUse(answers: DataNode | undefined): TemplateUse | null {
  const source = scalarAt(answers, "_src_path");
  if (!source?.text) return null;
  const version = textAt(answers, "_commit");
  return { rule: "copier.answers", source: source.text.trim(), line: source.line, version, requested: null };
}

function cruftUse(project: DataNode | undefined): TemplateUse | null {
  const template = scalarAt(project, "template");
  if (!template?.text) throw new SyntaxProblem('"template" is missing.', project?.line ?? null);
  const [commit, checkout] = [textAt(project, "commit"), textAt(project, "checkout")];
  return {
    rule: "copier.cruft",
    source: template.text.trim(),
    line: template.line,
    version: commit ?? checkout,
    requested: checkout,
  };
}

/** The null values of YAML, JSON and Python. */
const NULLS = new Set(["", "null", "~", "None"]);

function textAt(node: DataNode | undefined, key: string): string | null {
  const text = scalarAt(node, key)?.text ?? "";
  return NULLS.has(text) ? null : text;
}
