import { at, scalarAt, textOf, type DataNode, type ScalarNode } from "../../document/node.ts";
import { posix } from "node:path";
import type { Facts } from "../../ecosystem.ts";
import {
  folderOrWorkflow,
  hasExpression,
  MATRIX_EXPRESSION,
  matrixRows,
  MAX_MATRIX_TEXT,
  type MatrixRow,
} from "./expressions.ts";
import type { ActionsFacts } from "./read.ts";

/** A repository that a job uses at a ref: its line, and `owner/name[@ref]`. */
export interface RepositoryUse {
  rule: "githubactions.checkout" | "githubactions.repository_input" | "githubactions.release_input";
  scalar: ScalarNode;
  /** Set if the input is only a repository if what is called checks it out. */
  passedTo?: PassedInput;
}

/** An input of a local action or workflow. */
export interface PassedInput {
  target: string;
  name: string;
}

const CHECKOUT = /^actions\/checkout(?:@|$)/i;
/** Taken from the event that runs the workflow: nearly always the repository itself or its fork. */
const EVENT_EXPRESSION = /\$\{\{[^}]*\bgithub\./;
const OWNER_AND_NAME = /^[\w.-]+\/[\w.-]+$/;
/** `tag` is not among them: next to `repository`, it is usually that of an image. */
const REF_FIELDS = ["ref", "branch"];
const REPOSITORY_FIELDS = ["repository", "repo"];
/** Words in the names of workflows and actions that start or write to another repository instead of reading it. */
const SENDING = /(?:^|[^a-z])(?:dispatch|trigger|notify|sync|mirror)/i;

/**
 * Reads an `actions/checkout` of another repository. The repository may come from the matrix of the step's job. Its use is
 * then on the lines of the matrix.
 */
export function checkoutUses(step: DataNode, matrix: DataNode | undefined): RepositoryUse[] {
  const repository = scalarAt(step, "with", "repository");
  if (!CHECKOUT.test(textOf(at(step, "uses")) ?? "") || !repository || EVENT_EXPRESSION.test(repository.text))
    return [];
  const ref = textOf(at(step, "with", "ref"))?.trim() ?? "";
  const bound = boundRepositories(repository, ref, matrix);
  const scalars = bound.length > 0 ? bound.map(withRef) : [withRef({ scalar: repository, ref })];
  return scalars.map((scalar) => ({ rule: "githubactions.checkout", scalar }));
}

/**
 * Reads a repository and its ref in the inputs that a job or step passes to a reusable workflow or local action. Without a
 * ref, the input may be anything that has an owner and a name, so the file that is called decides.
 */
export function inputUses(caller: DataNode, matrix: DataNode | undefined): RepositoryUse[] {
  const callee = textOf(at(caller, "uses")) ?? "";
  const inputs = at(caller, "with");
  if (SENDING.test(posix.basename(callee.split("@", 1)[0] ?? ""))) return [];
  const ref = fieldOf(inputs, REF_FIELDS) ?? "";
  return REPOSITORY_FIELDS.flatMap((field) => {
    const repository = scalarAt(inputs, field);
    if (!repository) return [];
    const isLiteral = OWNER_AND_NAME.test(repository.text.trim());
    const found = isLiteral
      ? [{ scalar: repository, ref }]
      : boundRepositories(repository, ref, matrix, true);
    return found
      .filter((each) => each.ref !== "" || callee.startsWith("./"))
      .map((each) => ({
        rule: "githubactions.repository_input" as const,
        scalar: withRef(each),
        ...(each.ref === "" && { passedTo: { target: callee, name: field } }),
      }));
  });
}

const INPUT = /^\$\{\{\s*inputs\.(?<name>[\w-]+)(?:\s*\|\|[^{}]*)?\s*\}\}$/;

/** Returns the name of the input that a text consists of, also with a default: `${{ inputs.repository || github.repository }}`. */
const inputIn = (text: string): string | undefined => INPUT.exec(text.trim())?.groups?.["name"];

/** Returns the inputs that a step takes the repository from that it checks out. */
export function checkedOutInput(step: DataNode): string[] {
  if (!CHECKOUT.test(textOf(at(step, "uses")) ?? "")) return [];
  const name = inputIn(textOf(at(step, "with", "repository")) ?? "");
  return name === undefined ? [] : [name];
}

/** Returns a function that tells whether a local action or workflow checks out an input, itself or through further calls. */
export function checkoutTest(files: readonly Facts<ActionsFacts>[]): (input: PassedInput) => boolean {
  const callees = new Map(files.map(({ path, facts }) => [folderOrWorkflow(path), facts]));
  return (input) => {
    // Files can call each other in a circle. The loop also visits what it adds.
    const passed = new Map([[JSON.stringify([input.target, input.name]), input]]);
    for (const { target, name } of passed.values()) {
      const callee = callees.get(folderOrWorkflow(posix.normalize(target)));
      if (callee?.checkedOut.includes(name)) return true;
      for (const call of callee?.localCalls ?? [])
        for (const inner of call.inputs)
          if (inputIn(inner.value) === name)
            passed.set(JSON.stringify([call.target, inner.name]), { target: call.target, name: inner.name });
    }
    return false;
  };
}

interface Repository {
  scalar: ScalarNode;
  ref: string;
}

const withRef = ({ scalar, ref }: Repository): ScalarNode =>
  ref === "" ? scalar : { ...scalar, text: `${scalar.text.trim()}@${ref}` };

/** Returns the literal repositories that a matrix inserts into a text with one `matrix.…` expression. */
function boundRepositories(
  repository: ScalarNode,
  ref: string,
  matrix: DataNode | undefined,
  takesRefNextToIt = false,
): Repository[] {
  if (repository.text.length > MAX_MATRIX_TEXT || ref.length > MAX_MATRIX_TEXT) return [];
  const paths = pathsIn(repository.text);
  const [path] = paths;
  if (path === undefined || paths.length > 1) return [];
  return matrixRows(matrix, path[0] ?? "").flatMap((row) => {
    const value = row(path);
    if (value?.kind !== "scalar" || value.text.length > MAX_MATRIX_TEXT || hasExpression(value.text))
      return [];
    const text = repository.text.replace(MATRIX_EXPRESSION, () => value.text.trim()).trim();
    if (!OWNER_AND_NAME.test(text)) return [];
    const own = ref === "" && takesRefNextToIt ? refNextTo(row, path) : bindRow(ref, row);
    return [{ scalar: { ...value, text }, ref: own }];
  });
}

function refNextTo(row: MatrixRow, path: readonly string[]): string {
  const fields = REF_FIELDS.map((field) => row([...path.slice(0, -1), field]));
  return fields.map((field) => textOf(field)?.trim() ?? "").find((text) => text !== "") ?? "";
}

const bindRow = (text: string, row: MatrixRow): string =>
  text.replace(MATRIX_EXPRESSION, (expression, path: string) => {
    const value = row(path.split("."));
    return value?.kind === "scalar" && value.text.length <= MAX_MATRIX_TEXT ? value.text.trim() : expression;
  });

const pathsIn = (text: string): string[][] =>
  Array.from(text.matchAll(MATRIX_EXPRESSION), (match) => (match.groups?.["path"] ?? "").split("."));

const fieldOf = (node: DataNode | undefined, fields: readonly string[]): string | undefined =>
  fields.map((field) => textOf(at(node, field))?.trim()).find((text) => text !== undefined && text !== "");
