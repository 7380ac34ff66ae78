import { scalarAt, textOf, type DataNode } from "../../document/node.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";

/** The template that a project was made of. */
export interface TemplateUse {
  rule: "copier.answers" | "copier.cruft";
  source: string;
  line: number;
  version: string | null;
  /** The tag or branch that was asked for, where the version is a commit. */
  asked: string | null;
}

export type FileKind = "answers" | "cruft" | "copier_template" | "cookiecutter_template";

export interface CopierFacts {
  use: TemplateUse | null;
  /** Which tool can make projects of this repository. */
  offers: "copier" | "cookiecutter" | null;
}

/** Facts of a project's answers, or of a template. Throws SyntaxProblem. */
export function readCopierFile(file: SourceFile, kind: FileKind | undefined): CopierFacts {
  if (kind === "answers") return { use: answersUse(mapOf(file.yaml()[0])), offers: null };
  if (kind === "cruft") return { use: cruftUse(mapOf(file.json())), offers: null };
  if (kind === "cookiecutter_template") mapOf(file.json());
  else mapOf(file.yaml().at(-1));
  return { use: null, offers: kind === "cookiecutter_template" ? "cookiecutter" : "copier" };
}

function mapOf(document: DataNode | undefined): DataNode | undefined {
  if (document?.kind === "list" || textOf(document))
    throw new SyntaxProblem("Answers and questions are a map.", document?.line ?? null);
  return document;
}

function answersUse(answers: DataNode | undefined): TemplateUse | null {
  const source = scalarAt(answers, "_src_path");
  if (!source?.text) return null;
  const version = given(answers, "_commit");
  return { rule: "copier.answers", source: source.text.trim(), line: source.line, version, asked: null };
}

function cruftUse(project: DataNode | undefined): TemplateUse | null {
  const template = scalarAt(project, "template");
  if (!template?.text) throw new SyntaxProblem("A project names its template.", project?.line ?? null);
  const [commit, checkout] = [given(project, "commit"), given(project, "checkout")];
  return {
    rule: "copier.cruft",
    source: template.text.trim(),
    line: template.line,
    version: commit ?? checkout,
    asked: checkout,
  };
}

/** How YAML, JSON and Python spell "nothing". */
const NOTHING = new Set(["", "null", "~", "None"]);

function given(node: DataNode | undefined, key: string): string | null {
  const text = scalarAt(node, key)?.text ?? "";
  return NOTHING.has(text) ? null : text;
}
