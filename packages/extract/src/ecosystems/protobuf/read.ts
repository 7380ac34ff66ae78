import { at, entriesOf, itemsOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import type { SourceFile } from "../../source-file.ts";
import { readSubmodules, type SubmoduleFacts } from "../gitsubmodules/read.ts";
import { readProto, type ProtoFacts } from "./read-proto.ts";

/** A module that a file names. */
export interface ModuleUse {
  /** `buf.build/acme/pets`, or the URL of a repository. */
  name: string;
  ref: string | null;
  line: number;
}

/** A module of a `buf.yaml`. */
export interface BufModule {
  /** The folder, relative to the file. */
  folder: string;
  name: string;
  line: number;
}

export interface ProtobufFacts {
  proto?: ProtoFacts;
  modules?: BufModule[];
  /** Modules whose files the files of this module import. */
  dependencies?: ModuleUse[];
  /** Modules from which code is generated. */
  inputs?: (ModuleUse & { isGit: boolean })[];
  /** The commits in a `buf.lock`. */
  locked?: { name: string; commit: string; line: number }[];
  submodules?: SubmoduleFacts;
}

export const PROTO = /\.proto$/;
const BUF = /(?:^|\/)buf\.ya?ml$/;
const BUF_GEN = /(?:^|\/)buf\.gen[\w.-]*\.ya?ml$/;
const BUF_LOCK = /(?:^|\/)buf\.lock$/;

export const isProtobufFile = (path: string): boolean =>
  PROTO.test(path) || BUF.test(path) || BUF_GEN.test(path) || BUF_LOCK.test(path) || path === ".gitmodules";

/** Reads one file. Fields and methods are only read for a comparison. Throws SyntaxProblem. */
export function readProtobufFile(file: SourceFile, withNames: boolean): ProtobufFacts {
  if (PROTO.test(file.path)) {
    const proto = readProto(file);
    const names = withNames ? proto.names : proto.names.filter(({ kind }) => kind === "definition");
    return { proto: { ...proto, names } };
  }
  if (file.path === ".gitmodules") return { submodules: readSubmodules(file) };
  const [root] = file.yaml();
  if (BUF_LOCK.test(file.path)) return { locked: itemsOf(at(root, "deps")).flatMap(lockOf) };
  if (BUF_GEN.test(file.path)) return { inputs: itemsOf(at(root, "inputs")).flatMap(inputOf) };
  return {
    modules: [
      ...modulesAt(root, "."),
      ...itemsOf(at(root, "modules")).flatMap((each) => modulesAt(each, textOf(at(each, "path")) ?? ".")),
    ],
    dependencies: itemsOf(at(root, "deps")).flatMap((each) => moduleUse(textOf(each), each.line)),
  };
}

function modulesAt(node: DataNode | undefined, folder: string): BufModule[] {
  const name = scalarAt(node, "name");
  return name && MODULE.test(name.text) ? [{ folder, name: name.text, line: name.line }] : [];
}

/** `buf.build/acme/pets:main` */
const MODULE = /^(?<name>[\w.-]+\.[\w-]+\/[\w.-]+\/[\w.-]+)(?::(?<ref>\S+))?$/;

function moduleUse(text: string | undefined, line: number): ModuleUse[] {
  const { name, ref = null } = MODULE.exec(text?.trim() ?? "")?.groups ?? {};
  return name === undefined ? [] : [{ name, ref, line }];
}

/** https://buf.build/docs/configuration/v2/buf-gen-yaml/#inputs */
function inputOf(node: DataNode): (ModuleUse & { isGit: boolean })[] {
  const module = scalarAt(node, "module");
  if (module) return moduleUse(module.text, module.line).map((each) => ({ ...each, isGit: false }));
  const repository = scalarAt(node, "git_repo");
  const ref = ["commit", "tag", "ref", "branch"].flatMap((key) => textOf(at(node, key)) ?? [])[0] ?? null;
  return repository ? [{ name: repository.text, ref, line: repository.line, isGit: true }] : [];
}

/** An entry of version 1 has the parts of the name. */
function lockOf(node: DataNode): { name: string; commit: string; line: number }[] {
  const parts = ["remote", "owner", "repository"].map((key) => textOf(at(node, key)) ?? "");
  const name = textOf(at(node, "name")) ?? parts.join("/");
  const commit = entriesOf(node).find(({ key }) => key === "commit");
  const text = textOf(commit?.value);
  return commit && text !== undefined ? [{ name, commit: text, line: commit.line }] : [];
}
