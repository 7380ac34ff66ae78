import type { EvidenceClass } from "@knockon/contract/vocabulary/evidence";
import { fileKind, isCode } from "./file-kind.ts";
import type { Reference } from "./reference.ts";
import type { ReferenceFacts } from "./read.ts";

/** Fields in which a manifest says where its own project lives. */
const DESCRIPTION: readonly { path: RegExp; field: RegExp }[] = [
  { path: /(?:^|\/)package\.json$/, field: /^(?:repository|homepage|bugs|author|funding|url)$/ },
  {
    path: /(?:^|\/)(?:pom\.xml|\w+\.nuspec|setup\.(?:py|cfg))$/,
    field: /^(?:url|\w*connection|projecturl|project_urls|download_url|scm)$/,
  },
  {
    path: /\.(?:toml|json|ya?ml|gemspec|podspec|cabal|py|cfg|nix)$/,
    field:
      /^(?:homepage|bugs|documentation|changelog|bug[-_]?tracker|issues|funding|license|author|\w+_uri|tracker|(?:runbook|docs|documentation|help|dashboard)(?:_?url)?)$/,
  },
  {
    path: /\.(?:toml|json|ya?ml|tf|tofu|hcl)$/,
    field:
      /^(?:\$schema|description|summary|title|message|note|help|link|see|about|source-(?:code|repo|repository))$/,
  },
  {
    path: /(?:^|\/)(?:cargo|pyproject)\.toml$|(?:^|\/)(?:galaxy|pubspec)\.ya?ml$/i,
    field: /^(?:repository|source)$/,
  },
];

/** The specification's kinds of heuristic evidence: who would act on the reference where it stands? */
export function evidenceClass(path: string, facts: ReferenceFacts, reference: Reference): EvidenceClass {
  const kind = fileKind(path);
  const isSaid = facts.isGenerated || reference.isAside || reference.isTalk || kind === "prose";
  if (isSaid || isDescription(path, reference.field)) return "prose";
  const isScript = facts.isScript && !isCode(path);
  if (kind === "build_file" || isScript || reference.isFetched) return "build_file";
  return reference.isInSentence ? "prose" : "unclassified";
}

const isDescription = (path: string, field: string | null): boolean =>
  field !== null && DESCRIPTION.some((place) => place.path.test(path) && place.field.test(field));
