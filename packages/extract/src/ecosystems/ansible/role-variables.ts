import { at, entriesOf, itemsOf, textOf, type DataNode } from "../../document/node.ts";
import type { Facts, ProducedArtifact, TreeEntry } from "../../ecosystem.ts";
import {
  argumentsOf,
  interfaceOf,
  member,
  type Argument,
  type ArtifactInterface,
  type Member,
} from "../../interface.ts";
import type { SourceFile } from "../../source-file.ts";
import { loopedNames } from "./looped-names.ts";

/** A variable on a line. */
export interface VariableLine {
  name: string;
  line: number;
}

/** A variable that a play or task passes to one role. */
export interface PassedVariable extends VariableLine {
  role: string;
  /** Next to `role:` instead of in `vars`. */
  isParameter?: true;
}

/** A variable that a role has a default or an option for, or that it reads. */
export interface OfferedVariable extends VariableLine {
  required?: true;
  type?: string;
  /** The default as written on the line. */
  value?: string;
  isRead?: true;
}

/** The variables of one file. */
export interface VariableFacts {
  /** Set for every role of a play. */
  set: VariableLine[];
  passed: PassedVariable[];
  offered: OfferedVariable[];
  /** The file reads variables by computed names. */
  isComputed: boolean;
  /** The file has options for the main entry point, so Ansible validates parameters. */
  hasSpecs: boolean;
}

const VARIABLE_FILE =
  /(?:^|\/)(?:group_vars|host_vars)\/(?!.*\.(?:md|json|ini|j2|txt|sh)$)|(?:^|\/)vars(?:\/[^/]+)?\.ya?ml$/;
const TOP_LEVEL = /^["']?(?<name>[a-z_]\w*)["']?[ \t]*:(?=[ \t\r]|$)[ \t]*(?<value>.*)$/gim;
/** A play or task file is a list. */
const PLAY = /^(?:[ \t]*(?:(?:#|---)[^\n]*)?\r?\n)*[ \t]*-[ \t]+(?:["']?[\w.]+["']?[ \t]*:|\{)/;
/** A play or task that names a role, or sets a variable for all of them. */
const ROLE_CALL =
  /(?:^|[\s{,])["']?(?:role|roles|(?:ansible\.builtin\.)?(?:(?:include|import)_role|set_fact))["']?[ \t]*:/;
const DEPENDENCY = /(?:^|\/)meta\/main\.ya?ml$/;
/** The files of a role at the repository root that define or read its variables. */
const ROLE_FILE = /^(?:defaults|handlers|meta|tasks|templates|vars)\//;
const DEFAULTS = /^defaults\/.+\.ya?ml$/;
const SPECS = /^meta\/(?:argument_specs|main)\.ya?ml$/;

/** Whether a file sets variables for roles. */
export const maySetVariables = ({ path, text }: { path: string; text: string }): boolean =>
  VARIABLE_FILE.test(path) ||
  (/\.ya?ml$/.test(path) && (PLAY.test(text) || DEPENDENCY.test(path)) && ROLE_CALL.test(text));

/** Whether a file belongs to the role at the repository root. */
export const isRoleFile = (path: string): boolean => ROLE_FILE.test(path);

/** Reads the variables of one file. `withOffered` also reads those of the role at the repository root. */
export function readVariables(file: SourceFile, withOffered: boolean): VariableFacts {
  const isSet = VARIABLE_FILE.test(file.path);
  const called = !isSet && maySetVariables(file) ? file.yamlWithoutProblems().flatMap(calls) : [];
  const isOffered = withOffered && isRoleFile(file.path);
  const looped = isOffered && file.text.search(COMPUTED) !== -1 ? loopedNames(file) : { names: [], count: 0 };
  return {
    set: isSet
      ? topLevel(file).map(({ name, line }) => ({ name, line }))
      : called.flatMap(({ role, ...one }) => (role === null ? [one] : [])),
    passed: called.flatMap(({ role, ...one }) => (role === null ? [] : [{ ...one, role }])),
    offered: isOffered ? [...offeredBy(file), ...looped.names] : [],
    isComputed: isOffered && (file.text.match(COMPUTED)?.length ?? 0) > looped.count,
    hasSpecs:
      isOffered &&
      SPECS.test(file.path) &&
      file.yamlWithoutProblems().some((each) => at(each, "argument_specs", "main") !== undefined),
  };
}

const topLevel = (file: SourceFile): (VariableLine & { value: string })[] =>
  Array.from(file.text.matchAll(TOP_LEVEL), ({ groups = {}, index }) => ({
    name: groups["name"] ?? "",
    line: file.lineAt(index),
    value: (groups["value"] ?? "").replace(/[ \t]#.*$/, "").trim(),
  }));

type Call = Omit<PassedVariable, "role"> & { role: string | null };

const SETS_FACT = /^(?:ansible\.builtin\.)?set_fact$/;
const INCLUDE = /^(?:ansible\.builtin\.)?(?:include|import)_role$/;
/** Keys of an entry of `roles` that are not variables. */
const KEYWORD =
  /^(?:any_errors_fatal|become(?:_\w+)?|check_mode|collections|connection|debugger|delegate_\w+|diff|environment|ignore_\w+|module_defaults|name|no_log|port|remote_user|role|run_once|scm|src|tags|throttle|timeout|vars|version|when)$/;

/** Returns what plays and tasks pass, at any depth because blocks nest tasks. The role is null for variables of a play. */
function calls(node: DataNode): Call[] {
  const entries = entriesOf(node);
  const own = entries.flatMap(({ key, value }): Call[] => {
    if (key === "roles" || key === "dependencies") return itemsOf(value).flatMap(entryCalls);
    if (SETS_FACT.test(key)) return variablesOf(value, null);
    const role = INCLUDE.test(key) ? textOf(at(value, "name")) : undefined;
    return role === undefined ? [] : variablesOf(at(node, "vars"), role);
  });
  const ofPlay = at(node, "hosts") ? playVariables(node) : [];
  const nested = [...itemsOf(node), ...entries.map(({ value }) => value)].flatMap(calls);
  return [...own, ...ofPlay, ...nested];
}

/** Those that start with the name of a role in the play are for that role, even if the repository has another one of its name. */
function playVariables(play: DataNode): Call[] {
  const set = variablesOf(at(play, "vars"), null);
  const roles = itemsOf(at(play, "roles")).flatMap((entry) => roleOf(entry) ?? []);
  const passed = roles.flatMap((role) =>
    set.filter(({ name }) => name.startsWith(`${shortNameOf(role)}_`)).map((one) => ({ ...one, role })),
  );
  return [...set, ...passed];
}

const roleOf = (entry: DataNode): string | undefined =>
  textOf(entry) ?? textOf(at(entry, "role")) ?? textOf(at(entry, "name"));

function entryCalls(entry: DataNode): Call[] {
  const role = entry.kind === "map" ? roleOf(entry) : undefined;
  if (role === undefined) return [];
  const direct = entriesOf(entry).filter(({ key }) => !KEYWORD.test(key));
  return [
    ...direct.map(({ key, line }) => ({ role, name: key, line, isParameter: true as const })),
    ...variablesOf(at(entry, "vars"), role),
  ];
}

const variablesOf = (node: DataNode | undefined, role: string | null): Call[] =>
  entriesOf(node).map(({ key, line }) => ({ role, name: key, line }));

function offeredBy(file: SourceFile): OfferedVariable[] {
  const reads = readsOf(file).map((one) => ({ ...one, isRead: true as const }));
  if (DEFAULTS.test(file.path))
    return [...topLevel(file).map(({ value, ...one }) => ({ ...one, ...(value && { value }) })), ...reads];
  if (!SPECS.test(file.path)) return reads;
  return entriesOf(at(file.yamlWithoutProblems()[0], "argument_specs")).flatMap(
    ({ key: entryPoint, value }) =>
      entriesOf(at(value, "options")).map(({ key: name, line, value: option }): OfferedVariable => {
        const type = textOf(at(option, "type"));
        // Only the main entry point is validated for every use of the role.
        const isRequired =
          entryPoint === "main" && /^(?:true|yes)$/i.test(textOf(at(option, "required")) ?? "");
        return { name, line, ...(isRequired && { required: true }), ...(type !== undefined && { type }) };
      }),
  );
}

/** `vars['web_' ~ x]`, `lookup('vars', x ~ '_port')`, `query('varnames', '^web_')`. */
const COMPUTED =
  /(?:\bvars\[\s*|\b(?:lookup|query|q)\(\s*["'](?:ansible\.builtin\.)?vars["']\s*,\s*)\(?\s*["']?\w+["']?\s*[~+]|["'](?:ansible\.builtin\.)?varnames["']\s*,\s*["']\^?\w/g;
const OPENING = /\{[{%]/g;
const CLOSING = /[%}]\}/;
const KEY_LINE = /^[ \t]*(?:-[ \t]+)?["']?(?<key>[\w.-]+)["']?[ \t]*:(?=[ \t\r]|$)(?<value>.*)$/;
/** Their values are expressions without braces. */
const CONDITION = /^(?:when|that|failed_when|changed_when|until|loop|with_\w+|var)$/;
const WORD = /(?<![\w.|]|\|[ \t])[a-z_]\w*(?![\w(])/gi;
/** A string that is no name of a variable. */
const PROSE = /(["'])(?!\w*_\w*\1)[^"'\n]*\1/g;
const NO_VARIABLE =
  /^(?:and|as|block|defined|elif|else|endblock|endfor|endif|endmacro|endset|false|for|if|import|in|include|is|item|loop|macro|none|not|or|set|true|undefined)$|^ansible_/i;

/** Returns the names in expressions, and names with an underscore in lists, which can be lists of variables. */
function readsOf(file: SourceFile): VariableLine[] {
  const found = new Map<string, number>();
  const add = (text: string, index: number, pattern: RegExp): void => {
    for (const [name] of text.replace(PROSE, " ").matchAll(WORD))
      if (pattern.test(name) && !NO_VARIABLE.test(name) && !found.has(name))
        found.set(name, file.lineAt(index));
  };
  const openings = Array.from(file.text.matchAll(OPENING), ({ index }) => index);
  for (const [order, from] of openings.entries()) {
    const body = file.text.slice(from + 2, openings[order + 1]);
    add(body.slice(0, body.search(CLOSING) >>> 0), from, /^/);
  }
  if (!file.path.startsWith("templates/")) {
    let index = 0;
    for (const line of file.text.split("\n")) {
      const code = line.replace(/(?:^|[ \t])#.*$/, "");
      const { key, value = "" } = KEY_LINE.exec(code)?.groups ?? {};
      if (key !== undefined && CONDITION.test(key)) add(value.replace(/\{[^{}]*\}/g, ""), index, /^/);
      else if (key === undefined && !/^[ \t]*(?:-[ \t]+)?\{/.test(code)) add(code, index, /_/);
      index += line.length + 1;
    }
  }
  return Array.from(found, ([name, line]) => ({ name, line }));
}

type VariableFile = Facts<VariableFacts>;

/** Returns the variables of the role at the repository root. Defaults and options come before reads. */
export function roleInterface(
  artifact: ProducedArtifact,
  files: readonly VariableFile[],
  tree: readonly TreeEntry[],
): ArtifactInterface {
  const offered = files.flatMap(({ path: file, facts }) => facts.offered.map((one) => ({ ...one, file })));
  const withDefault = new Set(offered.flatMap(({ name, file }) => (DEFAULTS.test(file) ? [name] : [])));
  const types = new Map(offered.flatMap(({ name, type }) => (type === undefined ? [] : [[name, type]])));
  const required = new Set(offered.flatMap((one) => (one.required ? [one.name] : [])));
  const members = offered
    .toSorted((a, b) => Number(a.isRead ?? false) - Number(b.isRead ?? false))
    .map(({ name, file, line, value }): Member =>
      member({ file, line }, "variable", name, {
        required: required.has(name) && !withDefault.has(name),
        type: types.get(name),
        value,
      }),
    );
  const read = new Set(files.map(({ path }) => path));
  const unread = tree.find(({ path, mode }) => isRoleFile(path) && mode.startsWith("100") && !read.has(path));
  const computed = files.find(({ facts }) => facts.isComputed);
  const reason = computed
    ? `${computed.path} reads variables by computed names`
    : unread && `${unread.path} was not read`;
  const isValidated = files.some(({ facts }) => facts.hasSpecs);
  return interfaceOf(
    artifact,
    members,
    reason === undefined ? {} : { variable: reason },
    isValidated ? [""] : [],
  );
}

/** How the repository names a role that it installs. */
export interface InstalledRole {
  /** `namespace.name`, the name of the repository, or the folder that it is installed in. */
  names: readonly string[];
}

const shortNameOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^.*\./, "")
    .replace(/^(?:ansible-role-|ansible-|role-)(?=.)/, "")
    .replaceAll("-", "_");

/** Returns the variables that the repository passes to a role, and those that it sets with the prefix of the role's name. */
export function roleArguments(
  files: readonly VariableFile[],
  { names }: InstalledRole,
  localRoles: ReadonlySet<string>,
): ReturnType<typeof argumentsOf> {
  const isThis = (role: string): boolean => names.some((name) => role === name || role.endsWith(`/${name}`));
  // A role of the repository can have the same prefix.
  const others = new Set([...localRoles].filter((role) => !names.includes(role)).map(shortNameOf));
  const prefixes = names
    .map(shortNameOf)
    .filter((name) => !others.has(name))
    .map((name) => `${name}_`);
  const found = files.flatMap(({ path: file, facts }) =>
    [
      ...facts.passed.filter(({ role }) => isThis(role)),
      ...facts.set.filter(({ name }) => prefixes.some((prefix) => name.startsWith(prefix))),
    ].map(({ name, line, ...one }: VariableLine & { isParameter?: true }): Argument => {
      // Ansible validates only parameters of a role for unknown names.
      const ignored = one.isParameter ? {} : { effect: "silent" as const };
      return { kind: "variable", name, file, line, ...ignored };
    }),
  );
  return argumentsOf(found, { variable: "Inventories and other files can set variables" });
}
