import { schemeOfType } from "../../version.ts";
import { expand, type Bindings } from "../placeholder.ts";
import type { CommandPosition, Sighting } from "../reference.ts";
import {
  commandPattern,
  flagValue,
  isFlag,
  readWords,
  type Command,
  type Fetched,
  type Word,
} from "./command.ts";
import { readNpmShorthands } from "./github-command.ts";
import { readPackageUrl, readUrls } from "./url-command.ts";
import {
  CRATES,
  HEX,
  HOMEBREW,
  NPM,
  NUGET,
  PACKAGIST,
  PUPPET_FORGE,
  PYPI,
  RUBYGEMS,
  type InstalledPackage,
  type Registry,
} from "./installed-package.ts";

/** A command that installs or runs packages by their names in a registry. */
interface Installer {
  registry: Registry;
  /** The program and its subcommand, by the word that the program starts with. A space stands for white space. */
  verbs: Record<string, string>;
  /** Which arguments are packages, apart from those of `packageFlags`. A runner passes the others to the program. */
  packages: "all" | "first" | "none";
  /** Flags whose next argument is no package. Flags of one letter may contain their value: `-j4`. */
  valued?: string;
  /** Flags whose value is a package. They replace the first argument of a runner. */
  packageFlags?: string;
  /** Flags that state the version of all packages. */
  versionFlags?: string;
  /** Whether the argument after the package is its version. */
  hasVersionArgument?: boolean;
  /** Flags with which the arguments are not names in the registry. */
  foreignFlags?: string;
  /** Changes the name: `npm create vite` installs `create-vite`. */
  rename?: (name: string) => string;
}

const PIP_FLAGS =
  "-r --requirement --requirements -c --constraint --constraints -e --editable -t --target -i --index-url --extra-index-url -f --find-links " +
  "--prefix --root --platform --python-version --implementation --abi --python -p --progress-bar --trusted-host --proxy --retries " +
  "--timeout --exists-action --cert --client-cert --cache-dir --log --src --upgrade-strategy --global-option -C --config-settings " +
  "--no-binary --only-binary --report --group --build-constraint -b --override --overrides --index --default-index --index-strategy " +
  "--keyring-provider --resolution --prerelease --exclude-newer --link-mode --suffix --pip-args --extra -E --extras -G --optional " +
  "--source --branch --tag --rev --directory --project --torch-backend --index-url --env-file --with-editable --with-requirements " +
  "--refresh-package --reinstall-package --upgrade-package -P --no-build-package --no-binary-package --fork-strategy --color --package --backend";
const NPM_FLAGS =
  "--prefix --registry -w --workspace --filter -F -C --dir --cwd --tag --omit --include --only --loglevel --cache --userconfig -c --call " +
  "--reporter --store-dir --otp --access --cache-folder --modules-folder --node-options --network-timeout --install-strategy";
const CARGO_FLAGS =
  "--root -F --features --profile --target --target-dir --bin --example --registry --index -j --jobs --config -Z --color --rename -p " +
  "--package --manifest-path --pkg-url --pkg-fmt --install-path --strategies --disable-strategies --targets --log-level --rate-limit " +
  "--branch --tag --rev";

const created = (name: string): string =>
  name.replace(/^(?:(?<scope>@[^/]+)\/?)?(?<rest>.*)$/, (_, scope: string | undefined, rest: string) =>
    scope === undefined ? `create-${rest}` : `${scope}/create${rest === "" ? "" : `-${rest}`}`,
  );

/** Options of a program before its subcommand. */
const OPTIONS = String.raw`(?: +(?:(?:--(?:filter|prefix|dir|cwd|directory|project|python|proxy|color)|-[CFwd]) +[^\s"']{1,100}|--?[a-z][\w-]{0,30}(?:=[^\s"']{1,100})?)){0,3}`;
const PIP = String.raw`(?:pip[\d.]{0,5}|\$[({](?:\w{1,20}_)?PIP3?[)}])`;

const INSTALL_BY_PIP = `${PIP}${OPTIONS} +install`;

/** Returns the verbs of programs with the same subcommands. */
const verbsOf = (programs: string, rest: string): Record<string, string> =>
  Object.fromEntries(programs.split(" ").map((program) => [program, program + rest]));

const INSTALLERS: Record<string, Installer> = {
  pip: {
    registry: PYPI,
    verbs: {
      pip: INSTALL_BY_PIP,
      $: INSTALL_BY_PIP,
      pipx: `pipx${OPTIONS} +(?:install|inject|upgrade)`,
      uv: `uv${OPTIONS} +(?:${INSTALL_BY_PIP}|add|tool +(?:install|upgrade))`,
      ...verbsOf("poetry pdm", `${OPTIONS} +add`),
    },
    packages: "all",
    valued: PIP_FLAGS,
    packageFlags: "--with --from --spec --preinstall",
  },
  uvx: {
    registry: PYPI,
    verbs: { uvx: "uvx", pipx: `pipx${OPTIONS} +run`, uv: `uv${OPTIONS} +tool +run` },
    packages: "first",
    valued: PIP_FLAGS.replace(" --package", ""),
    packageFlags: "--from --spec --with -w",
  },
  uvrun: {
    registry: PYPI,
    verbs: { uv: `uv${OPTIONS} +run` },
    packages: "none",
    valued: PIP_FLAGS,
    packageFlags: "--with",
  },
  npm: {
    registry: NPM,
    verbs: verbsOf("npm pnpm yarn bun", `${OPTIONS} +(?:(?:global +)?add|install|i)`),
    packages: "all",
    valued: NPM_FLAGS,
  },
  npx: {
    registry: NPM,
    verbs: {
      ...verbsOf("npx bunx pnpx", ""),
      npm: `npm${OPTIONS} +(?:exec|x)`,
      ...verbsOf("pnpm yarn", `${OPTIONS} +dlx`),
      bun: "bun +x",
    },
    packages: "first",
    valued: NPM_FLAGS,
    packageFlags: "-p --package",
  },
  create: {
    registry: NPM,
    verbs: { ...verbsOf("pnpm yarn bun", " +create"), npm: "npm +(?:create|init)" },
    packages: "first",
    valued: NPM_FLAGS,
    rename: created,
  },
  cargo: {
    registry: CRATES,
    verbs: { cargo: String.raw`cargo(?: +\+\S{1,30})? +(?:install|binstall|add)` },
    packages: "all",
    valued: CARGO_FLAGS,
    versionFlags: "--version --vers",
    foreignFlags: "--git --path",
  },
  gem: {
    registry: RUBYGEMS,
    verbs: { gem: "gem +install", bundle: "bundle +add" },
    packages: "all",
    valued:
      "-i --install-dir -n --bindir -s --source -P --trust-policy --platform -g --file -p --http-proxy --group --require --branch --ref",
    versionFlags: "-v --version",
    foreignFlags: "--git --github --path -l --local",
  },
  dotnet: {
    registry: NUGET,
    verbs: {
      dotnet: String.raw`dotnet +(?:tool +(?:install|update)|add +(?:[^\s-][^\s"']{0,200} +)?package|new +install)`,
    },
    packages: "first",
    valued:
      "--add-source --source -s --configfile --framework -f --tool-path --tool-manifest --verbosity --arch -a --package-directory --project",
    versionFlags: "-v --version",
  },
  composer: {
    registry: PACKAGIST,
    verbs: { composer: `composer${OPTIONS} +(?:global +)?(?:require|create-project)` },
    packages: "all",
    valued: "-d --working-dir --repository -s --stability",
  },
  puppet: {
    registry: PUPPET_FORGE,
    verbs: { puppet: "puppet +module +(?:install|upgrade)" },
    packages: "first",
    valued: "--environment -i --target-dir --modulepath --module_repository --module_working_dir",
    versionFlags: "-v --version",
  },
  mix: {
    registry: HEX,
    verbs: { mix: String.raw`mix +(?:archive|escript)\.install(?: +--force)? +hex` },
    packages: "first",
    valued: "--organization --repo --app --timeout --sha512 --submodules --sparse",
    hasVersionArgument: true,
  },
  brew: { registry: HOMEBREW, verbs: { brew: "brew +(?:install|upgrade|reinstall)" }, packages: "all" },
};

/** A command of one program. */
interface InstallVerb {
  /** The name of the installer. */
  name: string;
  inShell: RegExp;
  /** The same for arguments that are joined by spaces. */
  inList: RegExp;
}

/** Each program has its own patterns. One pattern for all takes long to compile, and a repository uses few programs. */
const VERBS: ReadonlyMap<string, readonly InstallVerb[]> = Map.groupBy(
  Object.entries(INSTALLERS).flatMap(([name, { verbs }]) =>
    Object.entries(verbs).map(([program, verb]) => ({
      program,
      name,
      inShell: commandPattern([[name, verb]]),
      inList: new RegExp(`^(?:${verb})(?= |$)`),
    })),
  ),
  ({ program }) => program,
);

const PROGRAM = /[a-z]+|\$/y;

/** Returns the commands of the program at `offset`, in the order to try them. */
export function verbsAt(text: string, offset: number): readonly InstallVerb[] {
  PROGRAM.lastIndex = offset;
  return VERBS.get(PROGRAM.exec(text)?.[0] ?? "") ?? [];
}

/** What an install command in a text gives. */
export interface Installed extends Pick<Fetched, "sightings" | "hints"> {
  /** The offset after its last argument. */
  end: number;
}

/** Reads the install command that starts at `offset`, if there is one. */
export function readInstallCommand(
  text: string,
  offset: number,
  bindings: () => Bindings,
): Installed | undefined {
  for (const { name, inShell } of verbsAt(text, offset)) {
    inShell.lastIndex = offset;
    const verb = inShell.exec(text)?.[0];
    if (verb === undefined) continue;
    const { words, end } = readWords(text, inShell.lastIndex);
    const command = { text, offset, verb, words, bindings };
    const { hints } = INSTALLERS[name]?.registry === NPM ? readUrls(command) : readPackageUrl(command);
    return { sightings: [...readNpmShorthands(command), ...readInstall(name, command)], hints, end };
  }
  return undefined;
}

const sets = new Map<string, ReadonlySet<string>>();
function setOf(words = ""): ReadonlySet<string> {
  const known = sets.get(words) ?? new Set(words.split(" "));
  sets.set(words, known);
  return known;
}

/** Words of a sentence that goes on after a command: `pip install acme and run it`. */
const SENTENCE =
  /^(?:a|an|and|any|are|as|at|before|but|by|can|command|for|from|if|in|instead|into|is|it|its|of|on|or|so|that|the|this|to|using|via|when|which|will|with|you|your)$/i;
const END_OF_SENTENCE = /(?<=[\w\]])[.,:;!?)]{1,3}$/;

/** Reads the packages of `pip install acme-kit==1.2`, `npx @acme/cli@1`, `gem install kit -v 1.2` and similar commands. */
export function readInstall(name: string, command: Command): Sighting[] {
  const installer = INSTALLERS[name];
  if (!installer || isStepName(command)) return [];
  const { words, bindings } = command;
  const flags = (list: string | undefined): string[] => (list === undefined ? [] : [...setOf(list)]);
  if (installer.foreignFlags !== undefined && words.some(({ text }) => isOneOf(text, installer.foreignFlags)))
    return [];
  const version =
    flagValue(words, ...flags(installer.versionFlags)) ??
    (installer.hasVersionArgument === true ? versionArgument(words) : null);
  return packageWords(words, installer).flatMap((word) =>
    sightingsOf(word, version, installer, command, bindings),
  );
}

/** `mix archive.install hex kit 1.2.0`. */
function versionArgument(words: readonly Word[]): string | null {
  const [, next] = words.filter((word) => !isFlag(word));
  return next && /^(?:[\d~<>=]|\$)/.test(next.text) ? next.text : null;
}

const isOneOf = (word: string, list: string | undefined): boolean => {
  const equals = word.indexOf("=");
  return list !== undefined && setOf(list).has(equals === -1 ? word : word.slice(0, equals));
};

function packageWords(words: readonly Word[], installer: Installer): Word[] {
  const positional: Word[] = [];
  const flagged: Word[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (!word || SENTENCE.test(word.text) || /^[/|=+]+$/.test(word.text)) break;
    if (isFlag(word)) {
      const hasValue = word.text.includes("=");
      if (isOneOf(word.text, installer.packageFlags)) {
        const value = hasValue ? valueOf(word) : words[index + 1];
        if (value) flagged.push(value);
      }
      const takesNext =
        isOneOf(word.text, installer.valued) ||
        isOneOf(word.text, installer.packageFlags) ||
        isOneOf(word.text, installer.versionFlags);
      if (takesNext && !hasValue) index += 1;
    } else {
      const text = word.text.replace(END_OF_SENTENCE, "");
      positional.push({ ...word, text });
      if (text !== word.text || installer.packages !== "all") break;
    }
  }
  if (installer.packages === "none") return flagged.flatMap(splitList);
  return installer.packages === "first" && flagged.length > 0
    ? flagged.flatMap(splitList)
    : [...positional, ...flagged.flatMap(splitList)];
}

const valueOf = ({ text, offset }: Word): Word => {
  const at = text.indexOf("=") + 1;
  return { text: text.slice(at), offset: offset + at };
};

/** `--with a,b`, but not `a>=1,<2`. */
const splitList = ({ text, offset }: Word): Word[] =>
  text.split(/,(?=[\w@])/).map((each) => ({ text: each, offset }));

/** Returns several sightings for a variable with several packages: `pip install $TOOLS`. */
function sightingsOf(
  word: Word,
  version: string | null,
  { registry, rename }: Installer,
  command: Command,
  bindings: () => Bindings,
): Sighting[] {
  const expanded = expand(word.text, bindings);
  const stated = expand(version ?? "", bindings);
  const texts = expanded.text === word.text ? [word.text] : expanded.text.trim().split(/\s+/);
  return texts.flatMap((text) => {
    const found = registry.parse(text);
    return found && !hasPlaceholder(found.name)
      ? toSighting(
          { ...found, ...(rename && renamed(rename(found.name))) },
          word.offset,
          text,
          stated.text,
          expanded.unbound ?? stated.unbound,
          registry,
          command,
        )
      : [];
  });
}

const renamed = (name: string): Pick<InstalledPackage, "name" | "lookups"> => ({
  name,
  lookups: [`npm_package:${name}`],
});

const hasPlaceholder = (name: string): boolean => /[${}%<>]/.test(name);

const toSighting = (
  { name, constraint, lookups }: InstalledPackage,
  offset: number,
  text: string,
  version: string,
  unbound: string | null,
  { rule, dependencyType }: Registry,
  command: Command,
): Sighting => ({
  offset,
  dependencyType,
  rawReference: text,
  artifact: name,
  versionConstraint: constraint ?? (version === "" ? null : version),
  versioning: schemeOfType(dependencyType),
  unbound,
  lookups,
  repository: null,
  rule,
  isFetched: true,
  isDiscussion: false,
  requiresProducer: true,
  position: positionOf(command),
});

/** The part of the line before a command. */
const before = ({ text, offset }: Pick<Command, "text" | "offset">): string => {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return text.slice(Math.max(start, offset - 100), offset);
};

/** `- name: pip install kit`. */
const isStepName = (command: Command): boolean =>
  /(?:^|[\s-])["']?(?:name|title|displayName|label)["']?:\s*["']?[^"']*$/.test(before(command));

/** The start of a command in a file that is not a program, also in Markdown and in quotes. */
const START =
  /(?:^|[\n;&|(!@`"'{[$%>#*/]|-m|\b(?:RUN|sudo|then|do|else|run|exec|time|env|command|xargs|script|args|cmd):?(?: -\S+)*|\w=\S+)[ \t]*$/;

/** `system("pip install kit")`. */
const CALL = /[\w$]\(\s*(?:[A-Za-z]{1,2})?["'`]{1,3}[ \t]*$/;

/** Returns where a command is. */
function positionOf(command: Command): CommandPosition {
  const line = before(command);
  if (CALL.test(line)) return "call";
  return START.test(line) ? "start" : "sentence";
}
