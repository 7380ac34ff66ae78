import type { HclExpression } from "../../document/hcl.ts";
import type { Declaration, Facts, FileLine, LinkInput, LinkResult } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { producedArtifacts } from "./artifacts.ts";
import { bind, findUnbound, restore, startsLocally, type BoundText, type Scope } from "./bind.ts";
import { chartDeclaration } from "./chart.ts";
import { downloadDeclaration } from "./download.ts";
import { imageDeclaration } from "./image.ts";
import { parseModuleSource, type ModuleSource } from "./module-source.ts";
import { parseProviderSource } from "./provider-source.ts";
import type { ModuleUse, ProviderUse, TerraformFacts } from "./read.ts";
import { scopesOf } from "./scope.ts";
import { versionCommentOf } from "../../version-comment.ts";

type TerraformFile = Facts<TerraformFacts>;

export function link(input: LinkInput<TerraformFacts>): LinkResult {
  const scopeOf = scopesOf(input.files);
  const ownLocation = parseGitUrl(input.repository.cloneUrl ?? "")?.location;
  const declarations = input.files.flatMap((file) => {
    const scope = scopeOf(file);
    return [
      ...file.facts.modules.flatMap((use) => moduleDeclaration(file, use, scope, ownLocation)),
      ...file.facts.providers.flatMap((use) => providerDeclaration(file, use, scope)),
      ...file.facts.images.flatMap((use) => imageDeclaration(file.path, use, scope)),
      ...file.facts.charts.flatMap((use) => chartDeclaration(file.path, use, scope)),
      ...file.facts.downloads.flatMap((use) => downloadDeclaration(file.path, use, scope, ownLocation)),
    ].toSorted((a, b) => a.sourceLine - b.sourceLine);
  });
  const readLines = linesOfSources(input.files, scopeOf);
  return { declarations, artifacts: producedArtifacts(input), problems: [], readLines };
}

/** Where the locals and defaults stand that sources are made of: what they name is what those sources declare. */
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

const NOTHING: BoundText = { text: "", unbound: [], substituted: [] };

function moduleDeclaration(
  { path, facts }: Facts<TerraformFacts>,
  use: ModuleUse,
  scope: Scope,
  ownLocation: string | undefined,
): Declaration[] {
  const written = bind(use.source, scope);
  if (startsLocally(written)) return [];
  const source = parseModuleSource(written.text, facts.dialect);
  if (!source || source.artifact === ownLocation) return [];
  const version = use.version ? bind(use.version, scope) : NOTHING;
  const takesVersion = source.fromRegistry && source.constraint === null;
  const constraint = takesVersion
    ? restore(version.text, version) || null
    : source.constraint && restore(source.constraint, written);
  return [
    {
      ecosystem: "terraform",
      dependencyType: "terraform_module",
      sourceFile: path,
      sourceLine: use.line,
      rawReference: restore(written.text, written),
      artifact: restore(source.artifact, written),
      versionConstraint: constraint,
      versioning: source.versioning,
      unbound: soughtBinding(source, written) ?? (takesVersion ? findUnbound(version.text, version) : null),
      versionComment: versionCommentOf(constraint, use.comment),
      lookups: findUnbound(source.artifact, written) === null ? source.lookups : [],
      evidence: {
        class: "manifest",
        rule: `terraform.${facts.dialect === "terragrunt" ? "terragrunt" : "module"}`,
      },
    },
  ];
}

/** What is unknown of the module or its version; an unknown folder inside it changes neither. */
const soughtBinding = (source: ModuleSource, written: BoundText): string | null =>
  findUnbound(source.artifact + (source.constraint ?? ""), written);

function providerDeclaration({ path }: Facts<TerraformFacts>, use: ProviderUse, scope: Scope): Declaration[] {
  const written = use.source ? bind(use.source, scope) : { ...NOTHING, text: use.name };
  const version = use.version ? bind(use.version, scope) : NOTHING;
  const provider = parseProviderSource(written.text);
  if (!provider) return [];
  return [
    {
      ecosystem: "terraform",
      dependencyType: "terraform_provider",
      sourceFile: path,
      sourceLine: use.line,
      rawReference: restore(written.text, written),
      artifact: restore(provider.artifact, written),
      versionConstraint: restore(version.text, version) || null,
      versioning: "terraform",
      unbound: findUnbound(written.text, written) ?? findUnbound(version.text, version),
      versionComment: null,
      lookups: findUnbound(written.text, written) === null ? provider.lookups : [],
      evidence: { class: "manifest", rule: use.rule },
    },
  ];
}
