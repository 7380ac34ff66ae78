import { posix } from "node:path";
import type { Declaration, LinkInput, LinkResult, Lock, ProducedArtifact } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import {
  argumentsOf,
  interfaceOf,
  MAX_SCHEMA_NAMES,
  member,
  type ArtifactInterface,
  type Member,
} from "../../interface.ts";
import { artifactName, gitName, leadsElsewhere } from "../../name.ts";
import { isTestInput } from "../../repository-path.ts";
import { linkSubmodules } from "../gitsubmodules/link.ts";
import { endsOf, Imports, type ProtoFile } from "./imports.ts";
import type { ModuleUse, ProtobufFacts } from "./read.ts";

type Input = LinkInput<ProtobufFacts>;

/** Copies of the files of others. */
const VENDORED = /(?:^|\/)(?:vendor|third[_-]party|node_modules|external)\//;

export function linkProtobufFiles(input: Input, { withInterfaces = false } = {}): LinkResult {
  const { repository, files, tree } = input;
  const protos = files.flatMap(({ path, facts: { proto } }) => (proto ? [{ path, facts: proto }] : []));
  const imports = new Imports(protos, tree);
  const modules = modulesOf(input, protos);
  const own = new Set(modules.map(({ artifact }) => artifact.name));
  const declarations = [
    ...files.flatMap(({ path, facts }) => {
      const used = imports.ofOthers(below(posix.dirname(path), protos));
      return (facts.dependencies ?? []).map((each) => ({
        ...moduleDeclaration(path, each, "protobuf.dep"),
        ...argumentsOf(used),
        locked: lockOf(path, each.name, files),
      }));
    }),
    ...files.flatMap(({ path, facts }) =>
      (facts.inputs ?? []).flatMap((each) => inputDeclaration(path, each)),
    ),
    ...submoduleDeclarations(input, argumentsOf(imports.ofOthers(protos))),
  ];
  return {
    declarations: declarations
      .filter(leadsElsewhere(repository))
      .filter(({ artifact }) => !own.has(artifact)),
    artifacts: modules.map(({ artifact }) => artifact),
    problems: [],
    ...(withInterfaces && { interfaces: modules.map((each) => interfaceOfModule(each, protos)) }),
  };
}

const below = (folder: string, protos: readonly ProtoFile[]): ProtoFile[] =>
  protos.filter(({ path }) => folder === "." || path.startsWith(`${folder}/`));

interface Module {
  artifact: ProducedArtifact;
  /** Null for the whole repository. */
  folder: string | null;
  files: ProtoFile[];
}

/** Returns the modules with a name, and that of the repository, which submodules contain. */
function modulesOf({ repository, files }: Input, protos: readonly ProtoFile[]): Module[] {
  const published = protos.filter(({ path }) => !isTestInput(path) && !VENDORED.test(path));
  const named = files.flatMap(({ path, facts: { modules = [] } }) =>
    modules.map(({ folder: written, name, line }): Module => {
      const folder = posix.join(posix.dirname(path), written).replace(/\/$/, "");
      return {
        artifact: artifactOf(name, path, line, "protobuf.module"),
        folder,
        files: below(folder, published),
      };
    }),
  );
  const location = parseGitUrl(repository.cloneUrl ?? "")?.location;
  const first = published.find(({ facts }) => facts.package !== "");
  return first && location !== undefined
    ? [
        ...named,
        { artifact: artifactOf(location, first.path, 1, "protobuf.files"), folder: null, files: published },
      ]
    : named;
}

const artifactOf = (
  name: string,
  sourceFile: string,
  sourceLine: number,
  rule: string,
): ProducedArtifact => ({
  ecosystem: "protobuf",
  artifactType: "protobuf_module",
  name,
  version: null,
  registryUrl: null,
  sourceFile,
  sourceLine,
  announces: [artifactName("protobuf_module", name)],
  evidence: { class: "manifest", rule },
});

function interfaceOfModule(
  { artifact, folder, files }: Module,
  all: readonly ProtoFile[],
): ArtifactInterface {
  const imported = new Set(all.flatMap(({ facts }) => facts.imports.map(({ path }) => path)));
  const members = files.flatMap((file): Member[] => [
    ...importPaths(file, folder, imported).map((name) => member({ file: file.path, line: 1 }, "file", name)),
    ...file.facts.names.map(({ kind, name, line }) => member({ file: file.path, line }, kind, name)),
  ]);
  return interfaceOf(artifact, members, {}, [], MAX_SCHEMA_NAMES);
}

/** The folder of imports of a repository without a module is known from its own imports and packages. */
function importPaths(
  { path, facts }: ProtoFile,
  folder: string | null,
  imported: ReadonlySet<string>,
): string[] {
  if (folder !== null) return [folder === "." ? path : path.slice(folder.length + 1)];
  const packaged = `${facts.package.replaceAll(".", "/")}/${posix.basename(path)}`;
  return endsOf(path).filter((end) => end === path || end === packaged || imported.has(end));
}

function lockOf(path: string, name: string, files: Input["files"]): Lock | null {
  const file = posix.join(posix.dirname(path), "buf.lock");
  const lock = files.find((each) => each.path === file)?.facts.locked;
  const entry = lock?.find((each) => each.name === name);
  return lock ? { version: entry?.commit ?? null, file, line: entry?.line ?? null } : null;
}

const moduleDeclaration = (
  sourceFile: string,
  { name, ref, line }: ModuleUse,
  rule: string,
): Declaration => ({
  ecosystem: "protobuf",
  dependencyType: "protobuf_module",
  sourceFile,
  sourceLine: line,
  rawReference: ref === null ? name : `${name}:${ref}`,
  artifact: name,
  versionConstraint: ref,
  versioning: "git",
  unbound: null,
  versionComment: null,
  lookups: [artifactName("protobuf_module", name)],
  evidence: { class: "manifest", rule },
});

const GENERATED = "Generated code is not read";

function inputDeclaration(path: string, use: ModuleUse & { isGit: boolean }): Declaration[] {
  const location = use.isGit ? parseGitUrl(use.name)?.location : undefined;
  if (use.isGit && location === undefined) return [];
  const name = location ?? use.name;
  const declaration = moduleDeclaration(path, { ...use, name }, "protobuf.input");
  const open = { definition: GENERATED, field: GENERATED, file: GENERATED, operation: GENERATED };
  return [
    {
      ...declaration,
      ...(location !== undefined && {
        rawReference: use.name,
        lookups: [...declaration.lookups, gitName(location)],
      }),
      ...argumentsOf([], open),
    },
  ];
}

/** A submodule counts if another repository has protobuf files, and files here import what this repository does not have. */
function submoduleDeclarations(
  { repository, files, tree }: Input,
  used: ReturnType<typeof argumentsOf>,
): Declaration[] {
  if (used.arguments?.length === 0) return [];
  const read = files.flatMap(({ path, facts: { submodules } }) =>
    submodules ? [{ path, facts: submodules }] : [],
  );
  const sections = new Map(
    read.flatMap(({ facts }) => facts.submodules.map(({ url, line }) => [url?.line, line] as const)),
  );
  return linkSubmodules({ repository, files: read, tree }).declarations.flatMap((one) => {
    const location = one.lookups.find((name) => name.startsWith("git:"))?.slice("git:".length);
    const line = sections.get(one.sourceLine);
    if (location === undefined || line === undefined) return [];
    const { rawReference, role } = one;
    const declaration = moduleDeclaration(
      one.sourceFile,
      { name: location, ref: one.versionConstraint, line },
      "protobuf.submodule",
    );
    return [
      { ...declaration, rawReference, ...(role && { role }), requiresProducer: true as const, ...used },
    ];
  });
}
