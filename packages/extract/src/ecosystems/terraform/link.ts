import { posix } from "node:path";
import type { HclExpression } from "../../document/hcl.ts";
import type { Declaration, Facts, FileLine, LinkInput, LinkResult } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { argumentsOf, type OpenKinds } from "../../interface.ts";
import { moduleFolderScope } from "../../scope.ts";
import { moduleInterfaces, producedArtifacts } from "./artifacts.ts";
import { bind, findUnbound, restore, startsLocally, type BoundText, type Scope } from "./bind.ts";
import { chartDeclaration } from "./chart.ts";
import { downloadDeclaration } from "./download.ts";
import { imageDeclaration } from "./image.ts";
import { ModuleArguments, requiredVersions } from "./interface.ts";
import { localCalls, moduleCompositions } from "./local-modules.ts";
import { providerLocks } from "./lock.ts";
import type { ModuleUse, ProviderUse, TerraformFacts } from "./read.ts";
import { createIncludes, createScopes } from "./scope.ts";
import { parseModuleSource, parseProviderSource, type ModuleSource } from "./source.ts";
import { versionCommentOf } from "../../version.ts";

type TerraformFile = Facts<TerraformFacts>;

export function link({ files: all, ...rest }: LinkInput<TerraformFacts>): LinkResult {
  const input = { ...rest, files: all.filter(({ facts }) => facts.lock === null) };
  const scopeOf = createScopes(input.files);
  const ownLocation = parseGitUrl(input.repository.cloneUrl ?? "")?.location;
  const argumentsIn = callArguments(input.files);
  const declarations = input.files.flatMap((file) => {
    const scope = scopeOf(file);
    return [
      ...file.facts.modules.flatMap((use) =>
        moduleDeclaration(file, use, scope, ownLocation).map((each) => ({
          ...each,
          ...argumentsIn(file, use),
        })),
      ),
      ...file.facts.providers.flatMap((use) => providerDeclaration(file, use, scope)),
      ...file.facts.images.flatMap((use) => imageDeclaration(file.path, use, scope)),
      ...file.facts.charts.flatMap((use) => chartDeclaration(file.path, use, scope)),
      ...file.facts.downloads.flatMap((use) => downloadDeclaration(file.path, use, scope, ownLocation)),
    ].toSorted((a, b) => a.sourceLine - b.sourceLine);
  });
  const readLines = linesOfSources(input.files, scopeOf);
  const artifacts = producedArtifacts(input);
  const calls = localCalls(input.files, scopeOf);
  const lockOf = providerLocks(all, input.tree, calls);
  return {
    declarations: declarations.map((each) => ({ ...each, locked: lockOf(each) })),
    artifacts,
    problems: [],
    compositions: moduleCompositions(calls, artifacts),
    readLines,
    interfaces: moduleInterfaces(input, artifacts),
  };
}

/** Returns what a call passes and reads. Units of Terragrunt stacks are not modules. */
function callArguments(
  files: readonly TerraformFile[],
): (file: TerraformFile, use: ModuleUse) => ReturnType<typeof argumentsOf> | undefined {
  const reads = new ModuleArguments(
    files.map(({ path, facts }) => ({ folder: posix.dirname(path), file: path, reads: facts.reads })),
  );
  const versions = new Map(
    [...Map.groupBy(files, ({ path }) => posix.dirname(path))].map(([folder, inFolder]) => [
      folder,
      requiredVersions(inFolder.flatMap(({ facts }) => facts.members)),
    ]),
  );
  const includesOf = createIncludes(files.filter(({ facts }) => facts.dialect === "terragrunt"));
  return (file, use) => {
    if (file.facts.dialect === "terragrunt")
      return use.block === "terraform" ? inputArguments(file, includesOf(file)) : undefined;
    const folder = posix.dirname(file.path);
    const { found, open } = reads.readsOf(folder, use.name);
    const passed = use.passed.map((each) => ({ ...each, kind: "variable" as const, file: file.path }));
    return argumentsOf([...passed, ...found, ...(versions.get(folder) ?? [])], open);
  };
}

/** Terragrunt passes inputs as environment variables, and Terraform ignores those of undeclared variables. */
function inputArguments(
  file: TerraformFile,
  included: readonly (TerraformFile | undefined)[],
): ReturnType<typeof argumentsOf> {
  const sources = [file, ...included.filter((each) => each !== undefined)];
  const found = sources.flatMap(({ path, facts }) =>
    (facts.inputs?.passed ?? []).map((each) => ({
      ...each,
      kind: "variable" as const,
      file: path,
      effect: "silent" as const,
    })),
  );
  const reasons = sources.flatMap(({ facts }) => facts.inputs?.open ?? []);
  if (included.includes(undefined)) reasons.push("An included file was not found");
  if (posix.basename(file.path) !== "terragrunt.hcl") reasons.push("Files that include it may pass inputs");
  const open: OpenKinds = reasons[0] === undefined ? {} : { variable: reasons[0] };
  return argumentsOf(found, open);
}

/** Returns the lines of locals and defaults that are part of sources. They must not be declared again. */
function linesOfSources(
  files: readonly TerraformFile[],
  scopeOf: (file: TerraformFile) => Scope,
): FileLine[] {
  const lineOf = new Map(
    files.flatMap(({ path, facts }) =>
      [...facts.locals, ...facts.variables]
        .flatMap(({ value }) => textsIn(value))
        .map((text) => [text, { file: path, line: text.line }]),
    ),
  );
  return files.flatMap((file) => {
    const { modules, downloads } = file.facts;
    return [...modules.map(({ source }) => source), ...downloads.map(({ url }) => url)].flatMap((source) =>
      bind(source, scopeOf(file)).substituted.flatMap((text) => lineOf.get(text) ?? []),
    );
  });
}

const textsIn = (value: HclExpression): HclExpression[] =>
  value.kind === "object" ? value.entries.flatMap((entry) => textsIn(entry.value)) : [value];

const EMPTY: BoundText = { text: "", unbound: [], substituted: [] };

function moduleDeclaration(
  { path, facts }: Facts<TerraformFacts>,
  use: ModuleUse,
  scope: Scope,
  ownLocation: string | undefined,
): Declaration[] {
  const bound = bind(use.source, scope);
  if (startsLocally(bound)) return [];
  const source = parseModuleSource(bound.text, facts.dialect);
  if (!source || source.artifact === ownLocation) return [];
  const version = use.version ? bind(use.version, scope) : EMPTY;
  const usesVersion = source.fromRegistry && source.constraint === null;
  const constraint = usesVersion
    ? restore(version.text, version) || null
    : source.constraint && restore(source.constraint, bound);
  return [
    {
      ecosystem: "terraform",
      dependencyType: "terraform_module",
      sourceFile: path,
      sourceLine: use.line,
      rawReference: restore(bound.text, bound),
      artifact: restore(source.artifact, bound),
      versionConstraint: constraint,
      versioning: source.versioning,
      unbound: unboundName(source, bound) ?? (usesVersion ? findUnbound(version.text, version) : null),
      versionComment: versionCommentOf(constraint, use.comment),
      lookups: findUnbound(source.artifact, bound) === null ? source.lookups : [],
      ...folderUse(source, bound),
      evidence: {
        class: "manifest",
        rule: `terraform.${facts.dialect === "terragrunt" ? "terragrunt" : "module"}`,
      },
    },
  ];
}

/** A source without a folder may stand for the whole repository: other calls can name the folders of its download. */
const folderUse = ({ folder }: ModuleSource, bound: BoundText): Pick<Declaration, "targetScope"> =>
  folder === null || findUnbound(folder, bound) !== null ? {} : { targetScope: moduleFolderScope(folder) };

/** Returns the first unbound name in the module or its version. An unbound folder inside the module does not count. */
const unboundName = (source: ModuleSource, bound: BoundText): string | null =>
  findUnbound(source.artifact + (source.constraint ?? ""), bound);

function providerDeclaration({ path }: Facts<TerraformFacts>, use: ProviderUse, scope: Scope): Declaration[] {
  const bound = use.source ? bind(use.source, scope) : { ...EMPTY, text: use.name };
  const version = use.version ? bind(use.version, scope) : EMPTY;
  const provider = parseProviderSource(bound.text);
  if (!provider) return [];
  return [
    {
      ecosystem: "terraform",
      dependencyType: "terraform_provider",
      sourceFile: path,
      sourceLine: use.line,
      rawReference: restore(bound.text, bound),
      artifact: restore(provider.artifact, bound),
      versionConstraint: restore(version.text, version) || null,
      versioning: "terraform",
      unbound: findUnbound(bound.text, bound) ?? findUnbound(version.text, version),
      versionComment: null,
      lookups: findUnbound(bound.text, bound) === null ? provider.lookups : [],
      evidence: { class: "manifest", rule: use.rule },
    },
  ];
}
