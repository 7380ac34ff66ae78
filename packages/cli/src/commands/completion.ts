import { parseChoice } from "../arguments.ts";
import { defineCommand, print, type Command, type Option } from "../command.ts";
import { COMMANDS } from "./table.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

export const completion = defineCommand({
  name: "completion",
  usage: "bash|zsh|fish",
  about: "Print a script that completes commands, options and their values.",
  positional: { name: "SHELL", help: "bash, zsh or fish" },
  options: {},
  examples: [
    "source <(knockon completion bash)",
    "knockon completion zsh > ~/.zfunc/_knockon",
    "knockon completion fish > ~/.config/fish/completions/knockon.fish",
  ],
  async run({ getPositional }) {
    const shell = parseChoice("shell", getPositional(), SHELLS);
    const commands = await Promise.all(
      COMMANDS.map(async ({ summary, load }) => ({ summary, ...(await load()) })),
    );
    print(RENDERERS[shell](commands));
  },
});

type Listed = Command & { summary: string };

const optionsOf = ({ options }: Command): [string, Option][] => Object.entries(options);

/** Words of the first argument that are known. */
const wordsOf = ({ name }: Command): readonly string[] => (name === "completion" ? SHELLS : []);

const RENDERERS: Record<(typeof SHELLS)[number], (commands: readonly Listed[]) => string> = {
  bash(commands) {
    const names = [...commands.map(({ name }) => name), "help"].join(" ");
    const values = commands.flatMap((command) =>
      optionsOf(command).flatMap(([option, { values: known }]) =>
        known ? [`    ${command.name}:--${option}) words="${known.join(" ")}" ;;`] : [],
      ),
    );
    const files = [
      ...new Set(
        commands.flatMap((command) =>
          optionsOf(command).flatMap(([option, { type, values: known }]) =>
            type === "string" && !known ? [`${command.name}:--${option}`] : [],
          ),
        ),
      ),
    ];
    return `# bash completion of knockon: source <(knockon completion bash)
_knockon() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ] || { [ "$command" = help ] && [ "$COMP_CWORD" -eq 2 ]; }; then
    COMPREPLY=($(compgen -W "${names}" -- "$current"))
    return
  fi
  case "$command:$previous" in
${values.join("\n")}
    ${files.join("|")}) return ;;
  esac
  if [ -z "$words" ]; then
    case "$command" in
${commands.map((one) => `      ${one.name}) words="${[...wordsOf(one), ...optionsOf(one).map(([option]) => `--${option}`)].join(" ")}" ;;`).join("\n")}
    esac
    case "$current" in
      -*) ;;
      *) words="\${words%%--*}" ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _knockon knockon
`;
  },

  zsh(commands) {
    const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
    const escape = (text: string): string => text.replaceAll(/[[\]:\\]/g, String.raw`\$&`);
    const argument = ([option, { type, value = "", values, help, multiple }]: [string, Option]): string => {
      const action = values ? `:${value}:(${values.join(" ")})` : `:${value}:_files`;
      return quote(`${multiple ? "*" : ""}--${option}[${escape(help)}]${type === "string" ? action : ""}`);
    };
    return `#compdef knockon
_knockon() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quote(`${name}:${escape(summary)}`)}`).join("\n")}
  )
  if (( CURRENT == 2 )) || { [[ $words[2] == help ]] && (( CURRENT == 3 )); }; then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands
  .map((command) => {
    const words = wordsOf(command);
    const rest = words.length > 0 ? `'1:SHELL:(${words.join(" ")})'` : "'*:file:_files'";
    return `    ${command.name}) _arguments ${optionsOf(command).map(argument).join(" ")} ${rest} ;;`;
  })
  .join("\n")}
  esac
}
if [[ $funcstack[1] == _knockon ]]; then _knockon "$@"; else compdef _knockon knockon; fi
`;
  },

  fish(commands) {
    const quote = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
    const lines = commands.flatMap((command) => [
      `complete -c knockon -n __fish_use_subcommand -f -a ${command.name} -d ${quote(command.summary)}`,
      ...wordsOf(command).map(
        (word) => `complete -c knockon -n '__fish_seen_subcommand_from ${command.name}' -f -a ${word}`,
      ),
      ...optionsOf(command).map(([option, { type, short, values, help }]) =>
        [
          `complete -c knockon -n '__fish_seen_subcommand_from ${command.name}' -l ${option}`,
          ...(short === undefined ? [] : [`-s ${short}`]),
          ...(type === "string" ? ["-r"] : []),
          ...(values ? [`-f -a ${quote(values.join(" "))}`] : []),
          `-d ${quote(help)}`,
        ].join(" "),
      ),
    ]);
    const names = commands.map(({ name }) => name).join(" ");
    const help = [
      "complete -c knockon -n __fish_use_subcommand -f -a help -d 'Show the help of a command'",
      `complete -c knockon -n '__fish_seen_subcommand_from help' -f -a ${quote(names)}`,
    ];
    return `${[...help, ...lines].join("\n")}\n`;
  },
};
