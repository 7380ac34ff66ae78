import { at, entriesOf, itemsOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import { argumentsOf, type Member } from "../../interface.ts";
import type { SourceFile } from "../../source-file.ts";
import { fileMembers, orbCalls, orbMembers, type OrbCall } from "./interface.ts";

/** A line that uses an orb or an image. */
export interface Use {
  rule: "circleci.orb" | "circleci.image";
  text: string;
  line: number;
  /** The name that the configuration gives to an orb, and what it uses of it. */
  orb?: { alias: string; call: OrbCall };
}

const ORB_ROOT = /(?:^|\/)@orb\.ya?ml$/;
/** An orb in one file: `src/yarn/yarn.yml`, `src/yarn/orb.yml`. */
const ORB_FILE = /(?:^|\/)(?<folder>[\w-]+)\/(?:orb|\k<folder>)\.ya?ml$/;
export const isOrbFilePath = (path: string): boolean => ORB_FILE.test(path);

const ORB_VERSION = /^version[ \t]*:[ \t]*["']?2\.1\b/m;
const ORB_SECTION = /^(?:commands|jobs|executors)[ \t]*:/m;
const WORKFLOWS = /^workflows[ \t]*:/m;

/** Whether the file is the root of an orb's source, whose parts are in folders next to it, or a whole orb. */
export const isOrbSource = ({ path, text }: { path: string; text: string }): boolean =>
  ORB_ROOT.test(path) ||
  (ORB_FILE.test(path) && ORB_VERSION.test(text) && ORB_SECTION.test(text) && !WORKFLOWS.test(text));

/** Returns the name that an orb in one file has by its folder. */
export function folderOrbName(path: string): string | undefined {
  const folder = ORB_FILE.exec(path)?.groups?.["folder"];
  return folder === "src" ? undefined : folder?.toLowerCase();
}

const ORB_PART = /(?:^|\/)(?:commands|executors|jobs)\/[^/]+\.ya?ml$/;
export const isOrbPartPath = (path: string): boolean => ORB_PART.test(path);

const PART_TEXT = /^(?:docker|machine|macos|executor|parameters|steps)[ \t]*:/m;

/** Whether the file is a command, executor or job of an orb if the orb's root is in the parent folder. */
export const isOrbPart = ({ path, text }: { path: string; text: string }): boolean =>
  isOrbPartPath(path) && PART_TEXT.test(text);

export interface CircleFacts {
  /** Whether the file is the root of an orb's source, or a whole orb. */
  isOrb: boolean;
  /** True for a part of an orb, which counts only if the orb's root is in the parent folder. */
  isPart: boolean;
  uses: Use[];
  /** The orbs that the workflows publish. */
  published: { name: string; line: number }[];
  /** What an orb offers, if the file is its root or a part of it. */
  members: Member[];
  /** What a part of an orb uses of others, by the name that the root gives them. */
  calls: Record<string, OrbCall>;
  /** Whether a part of the file is not valid. */
  isPartial: boolean;
  /** A syntax error of a part. Any other tool's file may look like one. */
  problem: { message: string; line: number | null } | null;
}

/** Reads the facts of a configuration, an orb, or a part of an orb. Throws SyntaxProblem. */
export function readCircleFile(file: SourceFile): CircleFacts {
  const isOrb = isOrbSource(file);
  const isPart = isOrbPart(file) && !isOrb;
  try {
    const [document] = file.yaml();
    if (document?.kind === "list" || textOf(document))
      throw new SyntaxProblem("A configuration must be a map.", document?.line ?? null);
    const facts = isPart ? partFacts(document, file.path) : configFacts(document, file.path, isOrb);
    return { ...facts, isOrb, isPartial: file.skipped.length > 0 };
  } catch (error) {
    if (!(error instanceof SyntaxProblem) || !isPart) throw error;
    const problem = { message: error.message, line: error.line };
    return { isPart, isOrb, uses: [], published: [], members: [], calls: {}, isPartial: true, problem };
  }
}

type ReadFacts = Omit<CircleFacts, "isOrb" | "isPartial">;

const partFacts = (document: DataNode | undefined, path: string): ReadFacts => ({
  isPart: true,
  // A command runs in the image of its job.
  uses: /(?:^|\/)commands\/[^/]+$/.test(path) ? [] : distinct(imagesOf(document)),
  published: [],
  members: fileMembers(document, path),
  calls: Object.fromEntries(orbCalls(document, path)),
  problem: null,
});

const configFacts = (document: DataNode | undefined, path: string, isOrb: boolean): ReadFacts => ({
  isPart: false,
  uses: distinct(usesOf(document, path)),
  published: publishedOrbs(document),
  members: isOrb ? orbMembers(document, path) : [],
  calls: {},
  problem: null,
});

/** An inline orb has the same form as a configuration. */
function usesOf(config: DataNode | undefined, path: string): Use[] {
  const calls = orbCalls(config, path);
  const orbs = entriesOf(at(config, "orbs")).flatMap(({ key, value }) =>
    value.kind === "scalar"
      ? useOf("circleci.orb", value.text, value.line).map((use) => ({
          ...use,
          orb: { alias: key, call: calls.get(key) ?? argumentsOf([]) },
        }))
      : usesOf(value, path),
  );
  const runners = [...entriesOf(at(config, "executors")), ...entriesOf(at(config, "jobs"))];
  return [...orbs, ...runners.flatMap(({ value }) => imagesOf(value))];
}

const imagesOf = (runner: DataNode | undefined): Use[] =>
  itemsOf(at(runner, "docker")).flatMap((container) => {
    const image = scalarAt(container, "image");
    return image ? useOf("circleci.image", image.text, image.line) : [];
  });

const useOf = (rule: Use["rule"], written: string, line: number): Use[] => {
  const text = written.trim();
  return text === "" ? [] : [{ rule, text, line }];
};

/** Jobs that share a YAML anchor yield the same line several times. */
const distinct = (uses: readonly Use[]): Use[] => [
  ...new Map(uses.map((use) => [`${use.line} ${use.text}`, use])).values(),
];

const PUBLISHING = /\/.*(?:publish|promote)/;
const ORB_NAME = /^[\w-]+\/[\w-]+$/;

/** The name is a parameter of the job: `orb_name`, or `orb-name` in older versions. */
function publishedOrbs(config: DataNode | undefined): CircleFacts["published"] {
  const jobs = entriesOf(at(config, "workflows")).flatMap(({ value }) => itemsOf(at(value, "jobs")));
  return jobs
    .flatMap(entriesOf)
    .filter(({ key }) => PUBLISHING.test(key))
    .flatMap(({ value }) => {
      const name = scalarAt(value, "orb_name") ?? scalarAt(value, "orb-name");
      return name && ORB_NAME.test(name.text) ? [{ name: name.text.toLowerCase(), line: name.line }] : [];
    });
}
