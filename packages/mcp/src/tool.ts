import * as z from "zod";
import type { Answers, GraphState } from "./answers/answers.ts";

/** What a tool answers. */
export interface Answer<Data> {
  /** A short text, one element per line. */
  lines: string[];
  data: Data;
  graph: GraphState;
  /** Path and query of the page below the workspace that shows the same. */
  page: string;
  /** What the answer is about, by the names in the graph. */
  about: Subject;
}

/** Full paths of repositories, and an artifact as `type:name`. */
export interface Subject {
  repository?: string | undefined;
  artifact?: string | undefined;
  consumer?: string | undefined;
}

/** Output fields of every tool. */
const ENVELOPE = {
  graph: z.object({ scanned_at: z.string().nullable(), complete: z.boolean() }),
  link: z.string().nullable(),
};

interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodRawShape> {
  name: string;
  title: string;
  description: string;
  input: Input;
  output: Output;
  /** Throws ToolError. */
  answer: (answers: Answers, input: z.output<Input>) => Promise<Answer<z.input<z.ZodObject<Output>>>>;
}

/** A question that a client can ask. Every tool only reads. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  answer: (answers: Answers, input: unknown) => Promise<Answer<object>>;
}

export const defineTool = <Input extends z.ZodObject, Output extends z.ZodRawShape>(
  tool: ToolDefinition<Input, Output>,
): Tool => ({
  ...tool,
  output: z.object({ ...tool.output, ...ENVELOPE }),
  answer: (answers, input) => tool.answer(answers, tool.input.parse(input)),
});

/** Returns the path of a page, without empty parameters. */
export function pageOf(path: string, query: Record<string, string | number | undefined> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()}`;
}
