import { at, entriesOf, textOf, type DataNode, type MapEntry } from "../../document/node.ts";
import { argumentsOf, member, type Argument, type Member, type OpenKinds } from "../../interface.ts";
import type { SourceFile } from "../../source-file.ts";

/** Returns the inputs and outputs of an action. */
export const actionMembers = (document: DataNode | undefined, file: string): Member[] => [
  ...entriesOf(at(document, "inputs")).map((entry) => inputOf(entry, "input", file)),
  ...entriesOf(at(document, "outputs")).map(({ key, line }) => member({ file, line }, "output", key)),
];

/** Returns the inputs, secrets and outputs of a reusable workflow. */
export function workflowMembers(on: DataNode | undefined, file: string): Member[] {
  const call = at(on, "workflow_call");
  return [
    ...entriesOf(at(call, "inputs")).map((entry) => inputOf(entry, "input", file)),
    ...entriesOf(at(call, "secrets")).map((entry) => inputOf(entry, "secret", file)),
    ...entriesOf(at(call, "outputs")).map(({ key, line }) => member({ file, line }, "output", key)),
  ];
}

function inputOf({ key, line, value }: MapEntry, kind: "input" | "secret", file: string): Member {
  const fallback = textOf(at(value, "default"));
  return member({ file, line }, kind, key, {
    required: textOf(at(value, "required")) === "true" && fallback === undefined,
    type: textOf(at(value, "type")),
    value: fallback,
  });
}

/** Every Docker action accepts these. */
const ALWAYS_ACCEPTED = new Set(["args", "entrypoint"]);

const READ =
  /\b(?<context>steps|needs|jobs)\.(?<id>[\w-]+)\.outputs(?:\.(?<name>[\w-]+)|\[\s*['"](?<quoted>[^'"\n]{1,200})['"]\s*\])?/g;

/** A read of an output, or of all outputs. */
interface OutputRead {
  context: "step" | "job";
  id: string;
  name: string | undefined;
  line: number;
}

/** The lines of a job or action. `steps` is only valid within one. */
export interface LineRange {
  from: number;
  /** Exclusive. */
  to: number;
}

/** Finds what the steps and jobs of one file pass to what they use, and which outputs are read. */
export class CallArguments {
  readonly #file: SourceFile;
  #reads: OutputRead[] | undefined;

  constructor(file: SourceFile) {
    this.#file = file;
  }

  ofStep(step: DataNode, within: LineRange): ReturnType<typeof argumentsOf> {
    const passed = this.#passed(at(step, "with"), "input").filter(({ name }) => !ALWAYS_ACCEPTED.has(name));
    return this.#withReads(passed, {}, "step", textOf(at(step, "id")), within);
  }

  ofJob({ key, value: job }: MapEntry): ReturnType<typeof argumentsOf> {
    const secrets = at(job, "secrets");
    const open: OpenKinds = textOf(secrets) === "inherit" ? { secret: "secrets: inherit" } : {};
    const passed = [...this.#passed(at(job, "with"), "input"), ...this.#passed(secrets, "secret")];
    return this.#withReads(passed, open, "job", key, { from: 0, to: Infinity });
  }

  #passed(node: DataNode | undefined, kind: "input" | "secret"): Argument[] {
    return entriesOf(node).map(({ key, line }) => ({ kind, name: key, file: this.#file.path, line }));
  }

  #withReads(
    passed: Argument[],
    open: OpenKinds,
    context: OutputRead["context"],
    id: string | undefined,
    { from, to }: LineRange,
  ): ReturnType<typeof argumentsOf> {
    const reads =
      id === undefined
        ? []
        : this.#outputReads().filter(
            (one) => one.context === context && one.id === id && from <= one.line && one.line < to,
          );
    const named = reads.flatMap(({ name, line }): Argument[] =>
      name === undefined ? [] : [{ kind: "output", name, file: this.#file.path, line }],
    );
    const all = reads.some(({ name }) => name === undefined) ? { output: "All outputs are read" } : {};
    return argumentsOf([...passed, ...named], { ...open, ...all });
  }

  #outputReads(): OutputRead[] {
    return (this.#reads ??= Array.from(this.#file.text.matchAll(READ), ({ groups = {}, index }) => ({
      context: groups["context"] === "steps" ? ("step" as const) : ("job" as const),
      id: groups["id"] ?? "",
      name: groups["name"] ?? groups["quoted"],
      line: this.#file.lineAt(index),
    })));
  }
}
