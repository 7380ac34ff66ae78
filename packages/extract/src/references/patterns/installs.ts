import type { Bindings } from "../placeholder.ts";
import { readArgumentList, readSession } from "./argument-list.ts";
import type { Fetched } from "./command.ts";
import { readInstallCommand, type Installed } from "./install-command.ts";

/** Parts of the names of programs, which a text is searched for. Must be simple, because nearly all text is searched. */
const PROGRAM =
  /pip|npm|npx|uvx|cargo|yarn|dotnet|poetry|composer|pnpm|pnpx|uv[ "']|gem[ "']|pdm |bun |bunx |brew |bundle |puppet[ "']|mix [ae]|session\.|PIP/g;
/** A program as the first word of a command or of a list of arguments. */
const START =
  /(?<![\w.$-])(?:(?:pip[\dx.]{0,6}|uvx?|poetry|pdm|pnp[mx]|np[mx]|yarn|bunx?|cargo|gem|bundle|composer|brew|dotnet|puppet|mix)(?:(?=[ \t])|(?<quote>(?=["'],)))|session\.(?<method>install|conda_install|run|run_install|run_always)\()/y;
/** `$(PIP)` and `${VENV_PIP}`. */
const VARIABLE = /\$[({](?:\w{1,20}_)?$/;

/** Longer texts are data. */
const MAX_LENGTH = 64 * 1024;

/** A quick test for the programs that install packages. */
export const mentionsInstaller = (text: string): boolean =>
  text.length <= MAX_LENGTH && findProgram(text, 0) !== undefined;

interface Program {
  offset: number;
  end: number;
  /** The method of nox's session, or undefined. */
  method: string | undefined;
  isInList: boolean;
}

function findProgram(text: string, from: number): Program | undefined {
  PROGRAM.lastIndex = from;
  for (let match = PROGRAM.exec(text); match; match = PROGRAM.exec(text)) {
    const { index } = match;
    if (match[0] === "PIP") {
      const variable = VARIABLE.exec(text.slice(Math.max(0, index - 30), index));
      if (variable)
        return { offset: index - variable[0].length, end: index + 3, method: undefined, isInList: false };
      continue;
    }
    START.lastIndex = index;
    const start = START.exec(text);
    if (!start) continue;
    const { method, quote } = start.groups ?? {};
    return { offset: index, end: START.lastIndex, method, isInList: quote !== undefined };
  }
  return undefined;
}

/** Reads every install command of a text, in shell syntax or as a list of arguments. Takes linear time. */
export function readInstalls(text: string, bindings: () => Bindings): Pick<Fetched, "sightings" | "hints"> {
  const found: Pick<Fetched, "sightings" | "hints"> = { sightings: [], hints: [] };
  let program = findProgram(text, 0);
  while (program) {
    const installed = readProgram(text, program, bindings);
    found.sightings.push(...(installed?.sightings ?? []));
    found.hints.push(...(installed?.hints ?? []));
    program = findProgram(text, Math.max(program.end, installed?.end ?? 0));
  }
  return found;
}

function readProgram(
  text: string,
  { offset, end, method, isInList }: Program,
  bindings: () => Bindings,
): Installed | undefined {
  if (method !== undefined) return readSession(text, end, /^(?:conda_)?install$/.test(method), bindings);
  return isInList ? readArgumentList(text, offset, bindings) : readInstallCommand(text, offset, bindings);
}
