import type { EvidenceClass } from "@knockon/contract/vocabulary/evidence";
import { fileUse } from "../scope.ts";
import type {
  Declaration,
  LinkInput,
  LinkResult,
  OwnUse,
  Problem,
  ProducedArtifact,
  RepositoryIdentity,
} from "../ecosystem.ts";
import { findChart } from "../chart-reference.ts";
import { parseGitUrl } from "../git-url.ts";
import { leadsElsewhere } from "../name.ts";
import { findNamedSite, siteName } from "../site.ts";
import { capDataDirectories } from "./data-directory.ts";
import { fileKind, isCode } from "./file-kind.ts";
import { placeOfUse } from "./role.ts";
import { MAX_REFERENCES_PER_FILE, type ReferenceFacts } from "./read.ts";
import type { Reference } from "./reference.ts";
import { bindSourced } from "./sourced.ts";

export const MAX_REFERENCES_PER_REPOSITORY = 10_000;

/** Declares the references of a repository, except those to itself, up to the limit. Uses by name have a separate limit. */
export function linkReferences({ files, repository, tree }: LinkInput<ReferenceFacts>): LinkResult {
  const isSelf = createSelfTest(repository);
  const findUrl = chartRepositories(files);
  const leadsAway = leadsElsewhere(repository);
  const isForeign = (reference: Reference): boolean =>
    reference.chartRepository === undefined || leadsAway(reference);
  const bind = bindSourced(files);
  const written = files.flatMap(({ path, facts }) =>
    facts.references
      .map((reference) => bind(path, facts, reference))
      .filter((reference) => !isSelf(reference))
      .flatMap((reference) => bindChart(reference, path, findUrl) ?? [])
      .filter((reference) => isUrl(reference.rawReference) || isForeign(reference))
      .map((reference) => ({ reference, evidence: evidenceClass(path, facts, reference) }))
      .filter(({ reference, evidence }) => evidence !== "prose" || !isDroppedInProse(reference))
      .map(({ reference, evidence }) => declaration(path, reference, evidence)),
  );
  const problems = files.flatMap(({ path, facts }) =>
    facts.truncatedAt === null ? [] : [truncatedFile(path, facts.truncatedAt)],
  );
  const [owner = ""] = repository.fullPath.split("/");
  const { kept: found, problems: capped } = capDataDirectories(written, tree, owner);
  problems.push(...capped);
  const declarations = [false, true].flatMap((isByName) =>
    found
      .filter(({ requiresProducer = false }) => requiresProducer === isByName)
      .slice(0, MAX_REFERENCES_PER_REPOSITORY),
  );
  const omitted = found.length - declarations.length;
  if (omitted > 0) problems.push(truncatedRepository(omitted));
  return {
    declarations,
    artifacts: sitesOf({ files, repository, tree }),
    problems,
    ownUses: ownUses(files, isSelf),
  };
}

/** Words of a sentence, and names of images, which tests and documentation make up. */
const isDroppedInProse = ({ position, rule }: Reference): boolean =>
  position === "sentence" || rule === "image_name" || rule === "image_list";

/** Returns the sites that the repository builds, by their domains. Commands that fetch from a domain look it up. */
function sitesOf({ files, repository, tree }: LinkInput<ReferenceFacts>): ProducedArtifact[] {
  const stated = files.flatMap(({ path, facts: { site } }) =>
    site === null ? [] : [{ domain: site, file: path }],
  );
  const named = findNamedSite(repository.fullPath, tree);
  const sites = named ? [...stated, named] : stated;
  return [...new Map(sites.map((site) => [site.domain, site])).values()].map(({ domain, file }) => ({
    ecosystem: "references",
    artifactType: "git_repository",
    name: domain,
    version: null,
    registryUrl: null,
    sourceFile: file,
    sourceLine: 1,
    announces: [siteName(domain)],
    evidence: { class: "manifest", rule: "references.site" },
  }));
}

/** A page of releases or an archive, in the URL of a repository. */
const RELEASE = /\/(?:releases|archive|tarball|zipball)(?:\/|$)/;

/** Returns the files that fetch a release or a file of the own repository. */
function ownUses(
  files: LinkInput<ReferenceFacts>["files"],
  isSelf: (reference: Reference) => boolean,
): OwnUse[] {
  const found = files.flatMap(({ path, facts }) =>
    facts.references
      .filter((reference) => isSelf(reference) && evidenceClass(path, facts, reference) === "build_file")
      .flatMap(({ file = null, isFetched, rule, rawReference }): OwnUse[] => {
        if (file !== null) return isFetched ? [{ file: path, fetched: file }] : [];
        const isRelease = rule === "go" || rule === "github_cli" || RELEASE.test(rawReference);
        return isRelease ? [{ file: path, fetched: null }] : [];
      }),
  );
  return [...new Map(found.map((use) => [`${use.file}\0${use.fetched}`, use])).values()];
}

type FindUrl = (path: string, name: string) => string | undefined;

/** Finds the URL of a chart repository by its local name: in the same file, or else in all files if they agree. */
function chartRepositories(files: LinkInput<ReferenceFacts>["files"]): FindUrl {
  const urls = new Map<string, Set<string>>();
  for (const { path, facts } of files) {
    for (const { chartRepository, rawReference } of facts.references) {
      if (chartRepository === undefined || !isUrl(rawReference)) continue;
      for (const key of [chartRepository, `${path}\0${chartRepository}`])
        urls.set(key, (urls.get(key) ?? new Set()).add(rawReference));
    }
  }
  return (path, name) => {
    const known = urls.get(`${path}\0${name}`) ?? urls.get(name);
    return known?.size === 1 ? [...known].join("") : undefined;
  };
}

const isUrl = (text: string): boolean => /^\w+:\/\//.test(text);

/** Completes `NAME/chart` with the URL of its repository. Undefined if no command states the URL. */
function bindChart(reference: Reference, path: string, findUrl: FindUrl): Reference | undefined {
  const { chartRepository, rawReference } = reference;
  if (chartRepository === undefined || isUrl(rawReference)) return reference;
  const url = findUrl(path, chartRepository);
  const chart =
    url === undefined ? undefined : findChart(rawReference.slice(chartRepository.length + 1), url);
  return chart && { ...reference, artifact: chart.artifact, lookups: chart.lookups };
}

/** Returns whether a reference is to the own repository, or to a mirror with the same path on another host. */
function createSelfTest({ fullPath, cloneUrl }: RepositoryIdentity): (reference: Reference) => boolean {
  const own = cloneUrl === null ? undefined : parseGitUrl(cloneUrl)?.location;
  const ownPath = `/${fullPath.toLowerCase()}`;
  return ({ repository }) =>
    repository !== null && (repository === own || repository.slice(repository.indexOf("/")) === ownPath);
}

function declaration(path: string, reference: Reference, evidence: EvidenceClass): Declaration {
  const { line, rule, rawReference, artifact, versionConstraint } = reference;
  const { dependencyType, versioning, unbound, lookups, chartRepository } = reference;
  const isChartInProse = evidence === "prose" && chartRepository !== undefined && !isUrl(rawReference);
  const requiresProducer = isChartInProse || reference.requiresProducer;
  return {
    ecosystem: "references",
    dependencyType,
    sourceFile: path,
    sourceLine: line,
    rawReference,
    artifact,
    versionConstraint,
    versioning,
    unbound,
    versionComment: null,
    lookups,
    evidence: { class: evidence, rule: `references.${rule}` },
    ...fileUse(reference.file),
    ...(evidence === "prose" ? {} : placeOfUse(path, reference)),
    ...(requiresProducer && { requiresProducer: true as const }),
  };
}

const truncatedFile = (file: string, line: number): Problem => ({
  file,
  line,
  code: "truncated",
  message: `More than ${MAX_REFERENCES_PER_FILE} references. This line and the rest of the file are skipped.`,
});

const truncatedRepository = (omitted: number): Problem => ({
  file: null,
  line: null,
  code: "truncated",
  message: `More than ${MAX_REFERENCES_PER_REPOSITORY} references. ${omitted} are skipped.`,
});

/** Fields in which a manifest describes its own project. */
const DESCRIPTION: readonly { path: RegExp; field: RegExp }[] = [
  { path: /(?:^|\/)package\.json$/, field: /^(?:repository|homepage|bugs|author|funding|url)$/ },
  {
    path: /(?:^|\/)(?:pom\.xml|\w+\.nuspec|setup\.(?:py|cfg))$/,
    field: /^(?:url|\w*connection|projecturl|project_urls|download_url|scm)$/,
  },
  {
    path: /\.(?:toml|json|ya?ml|gemspec|podspec|cabal|py|cfg|nix)$/,
    field:
      /^(?:homepage|bugs|documentation|changelog|bug[-_]?tracker|issues|funding|license|author|\w+_uri|tracker|(?:source|project|changelog)_url|(?:runbook|docs|documentation|help|dashboard)(?:_?url)?)$/,
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

/** Returns the evidence class of a reference by its file and context. */
function evidenceClass(path: string, facts: ReferenceFacts, reference: Reference): EvidenceClass {
  const kind = fileKind(path);
  const isProse = facts.isGenerated || reference.isProse || reference.isDiscussion || kind === "prose";
  if (isProse || isDescription(path, reference.field)) return "prose";
  // Programs that name a command usually print it.
  if (isCode(path) && kind !== "build_file" && isTextInCode(reference)) return "prose";
  // Another program on the PATH may have the same name.
  if (reference.rule === "program") return "unclassified";
  const isScript = facts.isScript && !isCode(path);
  if (kind === "build_file" || isScript || reference.isFetched) return "build_file";
  return reference.isInSentence ? "prose" : "unclassified";
}

const isTextInCode = ({ position }: Reference): boolean => position === "start" || position === "sentence";

const isDescription = (path: string, field: string | null): boolean =>
  field !== null && DESCRIPTION.some((place) => place.path.test(path) && place.field.test(field));
