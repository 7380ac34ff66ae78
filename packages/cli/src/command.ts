import { parseArguments } from "./arguments.ts";
import { silence } from "./output/note.ts";

/** An option of a command, for parsing, help and completion. */
export interface Option {
  type: "string" | "boolean";
  multiple?: true;
  short?: string;
  default?: string | boolean | string[];
  /** What the value is called in the help, such as `FILE`, which is completed with files. */
  value?: string;
  /** The possible values. */
  values?: readonly string[];
  help: string;
}

/** Options of every command. */
export const COMMON_OPTIONS = {
  quiet: { type: "boolean", short: "q", default: false, help: "Print results and errors only" },
  help: { type: "boolean", short: "h", help: "Show help" },
} as const satisfies Record<string, Option>;

interface Definition<Options extends Record<string, Option>> {
  name: string;
  /** What follows the name in the first line of the help. */
  usage: string;
  about: string;
  positional?: { name: string; help: string };
  options: Options;
  /** Further sections of the help, as they are printed. */
  notes?: string;
  examples: readonly string[];
  run(input: ReturnType<typeof parseArguments<Options & typeof COMMON_OPTIONS>>): void | Promise<void>;
}

export interface Command extends Omit<Definition<Record<string, Option>>, "run"> {
  /** Throws UsageError. */
  execute(args: string[]): Promise<void>;
}

export function defineCommand<const Options extends Record<string, Option>>({
  run,
  ...definition
}: Definition<Options>): Command {
  const options = { ...definition.options, ...COMMON_OPTIONS };
  const command = { ...definition, options };
  return {
    ...command,
    async execute(args) {
      const named = { command: definition.name, positional: definition.positional?.name };
      const input = parseArguments(named, args, options);
      // TypeScript does not know the values of options that it does not know.
      const common: { help?: boolean; quiet?: boolean } = input.values;
      if (common.help) {
        process.stdout.write(renderHelp(command));
        return;
      }
      if (common.quiet) silence();
      await run(input);
    },
  };
}

const WIDTH = 86;

/** Renders the help of a command from its definition. */
export function renderHelp({
  name,
  usage,
  about,
  positional,
  options,
  notes,
  examples,
}: Omit<Command, "execute">): string {
  const labels = Object.entries(options).map(([option, { value, short, help }]) => {
    const long = `--${option}${value === undefined ? "" : ` ${value}`}`;
    return { label: short === undefined ? long : `-${short}, ${long}`, help };
  });
  const argument = positional ? [{ label: positional.name, help: positional.help }] : [];
  const column = Math.max(...[...labels, ...argument].map(({ label }) => label.length)) + 4;
  const list = (rows: readonly { label: string; help: string }[]): string =>
    rows
      .flatMap(({ label, help }) =>
        wrap(help, WIDTH - column).map((line, index) =>
          `  ${index === 0 ? label : ""}`.padEnd(column).concat(line).trimEnd(),
        ),
      )
      .join("\n");
  const sections = [
    `Usage: knockon ${name}${usage === "" ? "" : ` ${usage}`}`,
    about
      .split("\n\n")
      .map((text) => wrap(text, WIDTH).join("\n"))
      .join("\n\n"),
    ...(positional ? [`Arguments:\n${list(argument)}`] : []),
    `Options:\n${list(labels)}`,
    ...(notes === undefined ? [] : [notes.trim()]),
    `Examples:\n${examples.map((line) => `  ${line}`).join("\n")}`,
  ];
  return `${sections.join("\n\n")}\n`;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}

/** Writes a result to standard output. */
export const print = (text: string): void => void process.stdout.write(text);
