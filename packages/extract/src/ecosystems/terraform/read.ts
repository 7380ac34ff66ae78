import {
  parseHcl,
  type HclAttribute,
  type HclBlock,
  type HclBody,
  type HclExpression,
} from "../../document/hcl.ts";
import type { Member } from "../../interface.ts";
import type { SourceFile } from "../../source-file.ts";
import { chartUses, type ChartUse } from "./chart.ts";
import { downloads, type Download } from "./download.ts";
import { imageUses, type ImageUse } from "./image.ts";
import {
  moduleMembers,
  moduleReads,
  moduleReadsInJson,
  passedBy,
  passedInputs,
  type Inputs,
  type ModuleRead,
  type Passed,
} from "./interface.ts";
import { isLockFile, readLock, type LockFacts } from "./lock.ts";
import { readJsonSyntax } from "./json-syntax.ts";
import type { Dialect } from "./source.ts";

export interface TerraformFacts {
  dialect: Dialect;
  modules: ModuleUse[];
  providers: ProviderUse[];
  images: ImageUse[];
  charts: ChartUse[];
  downloads: Download[];
  locals: HclAttribute[];
  /** The defaults of variables that have one. */
  variables: HclAttribute[];
  /** The paths of Terragrunt's `include` blocks, by name. */
  includes: HclAttribute[];
  /** The line of the first `variable` or `output`, which makes the directory a module; else null. */
  interfaceLine: number | null;
  /** The variables, outputs and required providers. */
  members: Member[];
  reads: ModuleRead[];
  /** The inputs of a Terragrunt file, else null. */
  inputs: Inputs | null;
  /** The providers of a lock file, which has no other facts; else null. */
  lock: LockFacts | null;
}

export interface ModuleUse {
  line: number;
  /** The type of the block: `module`, or that of a Terragrunt file. */
  block: string;
  /** Empty in Terragrunt. */
  name: string;
  /** Empty in Terragrunt: see `inputs`. */
  passed: Passed[];
  source: HclExpression;
  version: HclExpression | null;
  /** The comment after the source. */
  comment: string | null;
}

export interface ProviderUse {
  rule: "terraform.required_providers" | "terraform.provider";
  line: number;
  name: string;
  source: HclExpression | null;
  version: HclExpression | null;
}

/** Blocks whose `source` is a module, by dialect. */
const CALLS: Record<Dialect, ReadonlySet<string>> = {
  terraform: new Set(["module"]),
  terragrunt: new Set(["terraform", "unit", "stack"]),
};

/** Reads the facts of a file. Throws SyntaxProblem. */
export function read(file: SourceFile): TerraformFacts {
  if (isLockFile(file.path)) {
    return { ...factsOf({ attributes: [], blocks: [] }, "terraform", file.path), lock: readLock(file.text) };
  }
  const dialect: Dialect = file.path.endsWith(".hcl") ? "terragrunt" : "terraform";
  const isJson = file.path.endsWith(".json");
  const body = isJson ? readJsonSyntax(file) : parseHcl(file);
  const facts = factsOf(body, dialect, file.path);
  if (dialect === "terragrunt" || !file.text.includes("module.")) return facts;
  return { ...facts, reads: isJson ? moduleReadsInJson(file.json()) : moduleReads(body) };
}

function factsOf(body: HclBody, dialect: Dialect, path: string): TerraformFacts {
  const blocks = (type: string): HclBlock[] => body.blocks.filter((block) => block.type === type);
  return {
    dialect,
    modules: body.blocks.filter((block) => CALLS[dialect].has(block.type)).flatMap(readCall),
    providers: [
      ...blocks("terraform").flatMap(readRequiredProviders),
      ...blocks("provider").flatMap(readProviderBlock),
    ],
    images: imageUses(blocks("resource")),
    charts: chartUses([...blocks("resource"), ...blocks("data")], path),
    downloads: downloads(blocks("data")),
    locals: blocks("locals").flatMap((block) => block.body.attributes),
    variables: blocks("variable").flatMap((block) => labeledAttribute(block, "default")),
    includes: blocks("include").flatMap((block) => labeledAttribute(block, "path")),
    interfaceLine:
      body.blocks.find((block) => block.type === "variable" || block.type === "output")?.line ?? null,
    members: dialect === "terraform" ? moduleMembers(body, path) : [],
    reads: [],
    inputs: dialect === "terragrunt" ? passedInputs(body) : null,
    lock: null,
  };
}

const attributeOf = (body: HclBody, name: string): HclAttribute | undefined =>
  body.attributes.find((attribute) => attribute.name === name);

/** Returns one attribute of a block, with the label of the block as its name. */
function labeledAttribute(block: HclBlock, attributeName: string): HclAttribute[] {
  const attribute = attributeOf(block.body, attributeName);
  return attribute ? [{ ...attribute, name: block.labels[0] ?? "" }] : [];
}

function readCall(block: HclBlock): ModuleUse[] {
  const source = attributeOf(block.body, "source");
  if (!source) return [];
  const { line, value, comment = null } = source;
  const isModule = block.type === "module";
  return [
    {
      line,
      block: block.type,
      name: isModule ? (block.labels[0] ?? "") : "",
      passed: isModule ? passedBy(block) : [],
      source: value,
      version: attributeOf(block.body, "version")?.value ?? null,
      comment,
    },
  ];
}

function readRequiredProviders(block: HclBlock): ProviderUse[] {
  return block.body.blocks
    .filter((inner) => inner.type === "required_providers")
    .flatMap((inner) => inner.body.attributes.map(readProvider));
}

/** Before Terraform 0.13, the version constraint was part of the provider configuration. */
function readProviderBlock({ labels: [name], line, body }: HclBlock): ProviderUse[] {
  const version = attributeOf(body, "version");
  if (name === undefined || !version) return [];
  return [{ rule: "terraform.provider", line, name, source: null, version: version.value }];
}

/** `aws = { source = …, version = … }`, or, before Terraform 0.13, `aws = "~> 3.0"`. */
function readProvider(entry: HclAttribute): ProviderUse {
  const rule = "terraform.required_providers";
  if (entry.value.kind !== "object") {
    return { rule, line: entry.line, name: entry.name, source: null, version: entry.value };
  }
  const { entries } = entry.value;
  const source = entries.find(({ name }) => name === "source");
  const version = entries.find(({ name }) => name === "version");
  return {
    rule,
    line: source?.line ?? entry.line,
    name: entry.name,
    source: source?.value ?? null,
    version: version?.value ?? null,
  };
}
