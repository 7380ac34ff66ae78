import {
  at,
  entriesOf,
  itemsOf,
  scalarAt,
  textOf,
  type DataNode,
  type MapEntry,
} from "../../document/node.ts";
import { argumentsOf, member, type Argument, type Member, type OpenKinds } from "../../interface.ts";

type PartKind = "command" | "job" | "executor";

const SECTIONS: readonly [section: string, kind: PartKind][] = [
  ["jobs", "job"],
  ["commands", "command"],
  ["executors", "executor"],
];

const PART = /(?:^|\/)(?<section>commands|jobs|executors)\/(?<name>[^/]+)\.ya?ml$/;

/** Returns the commands, jobs and executors that the root of an orb contains, with their parameters. */
export const orbMembers = (orb: DataNode | undefined, file: string): Member[] =>
  SECTIONS.flatMap(([section, kind]) =>
    entriesOf(at(orb, section)).flatMap(({ key, line, value }) =>
      partMembers(kind, key, value, { file, line }),
    ),
  );

/** Returns the command, job or executor that a file next to the root of an orb defines: `jobs/test.yml`. */
export function fileMembers(document: DataNode | undefined, file: string): Member[] {
  const { section, name = "" } = PART.exec(file)?.groups ?? {};
  const kind = SECTIONS.find(([each]) => each === section)?.[1];
  return kind ? partMembers(kind, name, document, { file, line: 1 }) : [];
}

function partMembers(
  kind: PartKind,
  name: string,
  node: DataNode | undefined,
  place: { file: string; line: number },
): Member[] {
  const parameters = entriesOf(at(node, "parameters")).map(({ key, line, value }) => {
    const fallback = at(value, "default");
    return member({ file: place.file, line }, "parameter", `${name}.${key}`, {
      required: fallback === undefined,
      type: textOf(at(value, "type")),
      value: fallback === undefined ? undefined : (textOf(fallback) ?? "(list)"),
    });
  });
  return [member(place, kind, name), ...parameters];
}

/**
 * Merges the parameters of a job and a command that have the same name, because consumers pass them by that name. A
 * parameter is required if all of them require it. It is in the first of `members`.
 */
export function mergeParts(members: readonly Member[]): Member[] {
  const parts = Map.groupBy(
    members.filter(({ kind }) => kind !== "parameter"),
    ({ name }) => name,
  );
  return [...Map.groupBy(members, ({ kind, name }) => `${kind}\0${name}`).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const owners = parts.get(first.name.slice(0, first.name.lastIndexOf(".")))?.length ?? 1;
    const { required, type, ...rest } = first;
    return {
      ...rest,
      ...(required && same.length >= owners && same.every((one) => one.required) && { required }),
      ...(type !== undefined && same.every((one) => one.type === type) && { type }),
    };
  });
}

/** Keys of a job in a workflow that are not its parameters: https://circleci.com/docs/configuration-reference/#jobs-in-workflow */
const JOB_KEYS = new Set(
  "name requires context type filters matrix pre-steps post-steps serial-group override-with max_auto_reruns".split(
    " ",
  ),
);

/** Keys with names of other things. */
const OTHER_NAMES = new Set(["orbs", "context", "filters"]);

const REFERENCE = /^(?<alias>[\w-]+)\/(?<name>[\w.-]+)$/;
const COMPUTED: OpenKinds = { parameter: "An expression passes parameters" };

interface Found {
  alias: string;
  arguments: Argument[];
  open: OpenKinds;
}

export type OrbCall = ReturnType<typeof argumentsOf>;

/** Returns what a configuration, or a part of an orb, uses of each orb, by the name that it gives the orb. */
export function orbCalls(config: DataNode | undefined, file: string): Map<string, OrbCall> {
  const found: Found[] = [];
  const collect = (
    kind: PartKind,
    text: string,
    line: number,
    passed: readonly MapEntry[],
    isOpen = false,
  ): void => {
    const { alias, name } = REFERENCE.exec(text.trim())?.groups ?? {};
    if (alias === undefined || name === undefined) return;
    const parameters = passed.map((entry): Argument => ({
      kind: "parameter",
      name: `${name}.${entry.key}`,
      file,
      line: entry.line,
    }));
    found.push({
      alias,
      arguments: [{ kind, name, file, line }, ...parameters],
      open: isOpen ? COMPUTED : {},
    });
  };
  /** A job without a `name` is required by that of the orb: `ci/build`, or `ci/build: failed`. */
  const mention = (item: DataNode): void => {
    const { alias, name } = REFERENCE.exec(textOf(item) ?? entriesOf(item)[0]?.key ?? "")?.groups ?? {};
    if (alias === undefined || name === undefined) return;
    found.push({
      alias,
      arguments: [{ kind: "job", name, file, line: item.line, isMentioned: true }],
      open: {},
    });
  };
  /** `list` is the kind that the items of a list call. */
  const visit = (node: DataNode, list: PartKind): void => {
    if (node.kind === "list")
      for (const item of node.items) {
        if (item.kind === "scalar") collect(list, item.text, item.line, []);
        else if (item.kind === "map") for (const entry of item.entries) visitCall(entry, list);
        visit(item, "command");
      }
    if (node.kind === "map") for (const entry of node.entries) visitEntry(entry);
  };
  const visitCall = ({ key, line, value }: MapEntry, kind: PartKind): void => {
    const isJob = kind === "job";
    const own = entriesOf(value).filter((entry) => !isJob || !JOB_KEYS.has(entry.key));
    const matrix = at(value, "matrix", "parameters");
    const isOpen = value.kind === "scalar" && value.text !== "";
    collect(
      kind,
      key,
      line,
      isJob ? [...own, ...entriesOf(matrix)] : own,
      isOpen || (isJob && matrix?.kind === "scalar"),
    );
  };
  const visitEntry = ({ key, value }: MapEntry): void => {
    if (OTHER_NAMES.has(key)) return;
    if (key === "requires") for (const item of itemsOf(value)) mention(item);
    else if (key === "executor") {
      const name = value.kind === "scalar" ? value : scalarAt(value, "name");
      if (name)
        collect(
          "executor",
          name.text,
          name.line,
          entriesOf(value).filter((entry) => entry.key !== "name"),
        );
    } else visit(value, "command");
  };
  for (const entry of entriesOf(config)) {
    if (entry.key !== "workflows") visitEntry(entry);
    else
      for (const workflow of entriesOf(entry.value))
        for (const { key, value } of entriesOf(workflow.value))
          visit(value, key === "jobs" ? "job" : "command");
  }
  const calls = Map.groupBy(found, ({ alias }) => alias);
  return new Map(
    [...calls].map(([alias, each]) => [
      alias,
      argumentsOf(
        each.flatMap((call) => call.arguments),
        Object.assign({}, ...each.map(({ open }) => open)) as OpenKinds,
      ),
    ]),
  );
}

/** Joins what the files of one orb use of another. */
export const joinCalls = (calls: readonly (OrbCall | undefined)[]): OrbCall =>
  argumentsOf(
    calls.flatMap((call) => call?.arguments ?? []),
    Object.assign({}, ...calls.map((call) => call?.openArguments ?? {})) as OpenKinds,
  );
