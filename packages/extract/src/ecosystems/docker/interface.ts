import { posix } from "node:path";
import type { ProducedArtifact } from "../../ecosystem.ts";
import { parseImageReference, splitImageReference } from "../../image-reference.ts";
import {
  argumentsOf,
  interfaceOf,
  member,
  type Argument,
  type ArtifactInterface,
  type Member,
  type OpenKinds,
} from "../../interface.ts";
import type { UserLine } from "./users.ts";
import type { CopiedFolders } from "./copied-folders.ts";
import type { Instruction } from "./instructions.ts";
import type { Stage } from "./stages.ts";

/** What a stage adds to its base, and what it needs of it. */
export interface StageContent {
  /** The line of FROM. */
  line: number;
  /** The reference of the base image. Null for a stage, and if a variable decides its name. */
  image: string | null;
  /** The last USER. */
  user: { name: string; line: number } | null;
  /** The users that commands create. */
  createdUsers: UserLine[];
  /** The users that instructions name. */
  neededUsers: UserLine[];
  managers: ManagerUse[];
  files: CopiedFiles[];
  /** Whether RUN or ADD can create other files. */
  writesMore: boolean;
}

/** What a COPY writes. */
interface CopiedFiles {
  target: string;
  sources: string[];
  line: number;
  /** Whether the sources are files of the repository, instead of another stage or image. */
  isLocal: boolean;
}

/** A package manager that a stage runs. */
interface ManagerUse {
  name: Manager;
  line: number;
  /** Whether it runs as the user of the base. */
  asBaseUser: boolean;
}

type Manager = "apk" | "apt" | "dnf";

const MANAGERS: ReadonlyMap<string, Manager> = new Map<string, Manager>([
  ["apk", "apk"],
  ["apt", "apt"],
  ["apt-get", "apt"],
  ["dnf", "dnf"],
  ["microdnf", "dnf"],
  ["yum", "dnf"],
]);

const INSTALLS = /^(?:add|install|update|upgrade|-\w.*)$/;
/** A command that may test which package manager there is. */
const IS_CONDITIONAL = /^(?:if|case|for|while|\|\||command|which|type|hash)$/;
/** The words that a command may follow. */
const BEFORE_COMMAND = /^(?:&&|\{|\(|.*;)$/;

/** Returns the package manager that a RUN certainly starts, or undefined. */
export function managerOf(run: Instruction, user: StageContent["user"]): ManagerUse | undefined {
  const words = run.words.filter(({ text }) => !text.startsWith("--"));
  if (words.some(({ text }) => IS_CONDITIONAL.test(text))) return undefined;
  for (const [at, { text, line }] of words.entries()) {
    const name = MANAGERS.get(text);
    const isCommand = at === 0 || BEFORE_COMMAND.test(words[at - 1]?.text ?? "");
    if (name !== undefined && isCommand && INSTALLS.test(words[at + 1]?.text ?? ""))
      return { name, line, asBaseUser: user === null };
  }
  return undefined;
}

/** Returns a stage and its bases, from the image on. A base always precedes the stage. */
function chainOf(stages: readonly Stage[], index: number): Stage[] {
  const chain: Stage[] = [];
  for (let stage = stages[index]; stage; stage = stage.base === null ? undefined : stages[stage.base])
    chain.push(stage);
  return chain.toReversed();
}

/** Whether a stage has only the files of its image. */
const isImage = (stages: readonly Stage[], index: number): boolean =>
  chainOf(stages, index).every(({ isAlias }) => isAlias);

/** What the stages of a Dockerfile need of the images that they use. */
export class StageArguments {
  readonly #byStage = new Map<number, Argument[]>();
  readonly #byCopy = new Map<number, Argument[]>();

  constructor(file: string, stages: readonly Stage[]) {
    /** For each stage, the one that names the image, and whether no USER precedes it. */
    const origins: { index: number; isBaseUser: boolean; created: ReadonlySet<string> }[] = [];
    for (const [index, { base, content, copies }] of stages.entries()) {
      const above = base === null ? undefined : origins[base];
      const isBaseUser =
        (above?.isBaseUser ?? true) && (base === null || stages[base]?.content.user === null);
      const created = new Set([...(above?.created ?? []), ...content.createdUsers.map(({ name }) => name)]);
      const origin = { index: above?.index ?? index, isBaseUser, created };
      origins.push(origin);
      for (const { name, line, asBaseUser } of content.managers) {
        add(this.#byStage, origin.index, { kind: "distribution", name, file, line });
        if (asBaseUser && isBaseUser)
          add(this.#byStage, origin.index, { kind: "user", name: "root", file, line });
      }
      for (const { name, line } of content.neededUsers)
        if (!created.has(name)) add(this.#byStage, origin.index, { kind: "user", name, file, line });
      for (const { from, line, sources } of copies) {
        if (from !== null && !isImage(stages, from)) continue;
        for (const path of sources.filter((each) => !IS_PATTERN.test(each))) {
          const argument: Argument = { kind: "file", name: withoutSlash(path), file, line };
          const image = from === null ? undefined : origins[from];
          if (image) add(this.#byStage, image.index, argument);
          else add(this.#byCopy, line, argument);
        }
      }
    }
  }

  /** Returns what the stages with a FROM of an image, and those that continue them or copy from them, need of it. */
  ofStages(indexes: readonly number[]): ReturnType<typeof argumentsOf> | undefined {
    const found = indexes.flatMap((index) => this.#byStage.get(index) ?? []);
    return found.length === 0 ? undefined : argumentsOf(found);
  }

  /** Returns the paths that a `COPY --from` reads from an image. */
  ofCopy(line: number): ReturnType<typeof argumentsOf> | undefined {
    const found = this.#byCopy.get(line);
    return found && argumentsOf(found);
  }
}

function add(map: Map<number, Argument[]>, key: number, one: Argument): void {
  const known = map.get(key);
  if (known) known.push(one);
  else map.set(key, [one]);
}

const IS_PATTERN = /[$*?[]/;

const withoutSlash = (path: string): string => (path === "/" ? path : path.replace(/\/$/, ""));

/** Returns the interface of an image that is built from one stage of a Dockerfile. Without `folders`, a copied folder accepts any name. */
export function imageInterface(
  artifact: ProducedArtifact,
  file: string,
  stages: readonly Stage[],
  { target, folders }: { target: string | null; folders: CopiedFolders | undefined },
): ArtifactInterface | undefined {
  const index =
    target === null ? stages.length - 1 : stages.findIndex(({ name }) => name === target.toLowerCase());
  const chain = chainOf(stages, index);
  const base = chain[0]?.content;
  if (!base) return undefined;
  const family = base.image === null ? undefined : familyOf(base.image);
  const user = chain.findLast(({ content }) => content.user !== null)?.content.user ?? undefined;
  const members: Member[] = [];
  const open: OpenKinds = {};
  const unknown =
    base.image === null ? "A variable decides the base image" : `The base image is ${base.image}`;
  if (family === undefined) open.distribution = unknown;
  else if (family !== "none") members.push(member({ file, line: base.line }, "distribution", family));
  if (user?.name.includes("$")) open.user = "A variable decides the user";
  else if (user)
    members.push(member({ file, line: user.line }, "user", user.name === "0" ? "root" : user.name));
  else if (family === undefined || family === "none") open.user = unknown;
  else members.push(member({ file, line: base.line }, "user", "root"));
  // The user of the image comes first, as it replaces another one.
  for (const { name, line } of chain.flatMap(({ content }) => content.createdUsers))
    members.push(member({ file, line }, "user", name));
  members.push(...chain.flatMap(({ content }) => filesOf(content, file, folders)));
  if (family === undefined) open.file = unknown;
  else if (chain.some(({ content }) => content.writesMore)) open.file = "RUN or ADD may write it";
  else if (chain.some(({ content }) => content.files.some((copy) => copy.target === "/")))
    open.file = "COPY may write it";
  return { ...interfaceOf(artifact, members, open), file, line: base.line };
}

/** A source that is no folder of the repository may be a folder of another one, so any name below its target may exist. */
const filesOf = ({ files }: StageContent, file: string, folders: CopiedFolders | undefined): Member[] =>
  files
    .flatMap((copy) => {
      const folder = withoutSlash(copy.target);
      const content = copy.isLocal ? copy.sources.map((source) => folders?.contentOf(source)) : [];
      const isListed = content.length > 0 && content.every((each) => each !== undefined);
      if (isListed) return listedFiles(folder, content.flat(), copy.line);
      const isFolder = copy.target.endsWith("/") || copy.sources.length > 1;
      const named = copy.sources.map((source) => posix.join(folder, posix.basename(source)));
      return [folder, ...(isFolder ? named : [])].map((name) => ({
        name,
        line: copy.line,
        acceptsAny: true,
      }));
    })
    .filter(({ name }) => name !== "/" && !IS_PATTERN.test(name))
    // Another copy to a listed folder may add any file.
    .toSorted((a, b) => Number(b.acceptsAny) - Number(a.acceptsAny))
    .map(({ name, line, acceptsAny }) => member({ file, line }, "file", name, { acceptsAny }));

/** COPY writes the content of its folders, not the folders. */
const listedFiles = (folder: string, paths: readonly (string | undefined)[], line: number) =>
  [".", ...paths].map((path = ".") => ({ name: posix.join(folder, path), line, acceptsAny: false }));

const FAMILIES: readonly [Manager, RegExp][] = [
  ["apk", /(?:^|\/)alpine$/],
  ["apt", /(?:^|\/)(?:debian|ubuntu)$/],
  [
    "dnf",
    /(?:^|\/)(?:fedora|centos|rockylinux|almalinux|amazonlinux|oraclelinux|ubi\d*(?:-minimal|-init)?)$/,
  ],
];
/** Tags of official images. */
const TAG_FAMILIES: readonly [Manager, RegExp][] = [
  ["apk", /(?:^|-)alpine/],
  ["apt", /(?:^|-)(?:slim|buster|bullseye|bookworm|trixie|focal|jammy|noble)(?:-|$)/],
];

/** Returns the package manager of a base image, `none` if it has none, or undefined if it is not known. */
function familyOf(image: string): Manager | "none" | undefined {
  if (image === "scratch") return "none";
  const { repository, versionConstraint } = splitImageReference(image);
  const name = parseImageReference(repository)?.name;
  if (name === undefined) return undefined;
  if (name.startsWith("gcr.io/distroless/")) return "none";
  const own = FAMILIES.find(([, pattern]) => pattern.test(name))?.[0];
  if (own !== undefined || !name.startsWith("docker.io/library/")) return own;
  return TAG_FAMILIES.find(([, pattern]) => pattern.test(versionConstraint ?? ""))?.[0];
}
