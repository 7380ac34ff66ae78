import { findArchiveUrl, parseGitUrl } from "../../git-url.ts";
import type { Declaration, Facts, LinkInput, LinkResult, ProducedArtifact } from "../../ecosystem.ts";
import { imageDeclaration } from "../../image-reference.ts";
import { artifactName, gitName, leadsElsewhere } from "../../name.ts";
import { findRepository } from "../../references/repository-url.ts";
import { isTestInput, isWithinRepository } from "../../repository-path.ts";
import { versionCommentOf } from "../../version.ts";
import type { Text } from "./calls.ts";
import { createLocks } from "./lock.ts";
import { localCompositions, moduleScopes, rolesIn } from "./roles.ts";
import type { BazelFacts, BazelFile, Use } from "./read.ts";

type StarlarkFile = Facts<BazelFacts>;

export function link({ repository, files: all, tree }: LinkInput<BazelFile>): LinkResult {
  const files = all.flatMap(({ path, facts }) => (facts.kind === "starlark" ? [{ path, facts }] : []));
  const findLock = createLocks(
    all.flatMap(({ path, facts }) => (facts.kind === "lock" ? [[path, facts] as const] : [])),
    tree,
  );
  const local = localModules(files);
  const artifacts = files.flatMap((file) => findArtifact(file) ?? []);
  const scopeOf = moduleScopes(artifacts);
  const declarations = files.flatMap((file) => {
    const { path, facts } = file;
    const roleOf = rolesIn(file);
    return facts.uses
      .filter((use) => use.kind === "image" || use.rule.includes("repository") || !local.has(use.name.text))
      .flatMap((use) => {
        const declaration = findDeclaration(path, use);
        const locked = use.kind === "module" ? findLock(path, use.name.text) : null;
        return declaration ? [{ ...declaration, role: roleOf(use), scope: scopeOf(path), locked }] : [];
      })
      .toSorted((a, b) => a.sourceLine - b.sourceLine);
  });
  return {
    declarations: declarations.filter(leadsElsewhere(repository)),
    artifacts,
    compositions: files.flatMap((file) => localCompositions(file, { files, artifacts, scopeOf })),
    problems: [],
    readLines: files.flatMap(({ path, facts }) => urlLines(facts).map((line) => ({ file: path, line }))),
  };
}

/** All URLs of an archive count as read, although only one of them is declared. */
const urlLines = ({ uses }: BazelFacts): number[] =>
  uses.flatMap((use) => (use.kind === "archive" ? use.urls.map(({ line }) => line) : []));

/** Returns the names of modules that the repository itself contains. */
function localModules(files: readonly StarlarkFile[]): ReadonlySet<string> {
  const produced = files.flatMap((file) => findArtifact(file)?.name ?? []);
  const overridden = files.flatMap(({ path, facts }) =>
    facts.localModules.filter((each) => isWithinRepository(path, each.path)).map(({ name }) => name),
  );
  return new Set([...produced, ...overridden]);
}

function findDeclaration(sourceFile: string, use: Use): Declaration | undefined {
  if (use.kind === "module") return moduleDeclaration(sourceFile, use);
  if (use.kind === "git") {
    const remote = use.remote ?? { text: "{remote}", line: use.name.line };
    if (/^(?:file:|[/.~])/.test(remote.text)) return undefined;
    const source = gitSource(remote.text, use.ref);
    const raw = use.ref === null ? remote.text : `${remote.text}#${use.ref}`;
    return sourceDeclaration(sourceFile, use, source, { raw, line: remote.line, comment: use.comment });
  }
  if (use.kind === "archive") {
    const { source, url } =
      archiveSource(use.urls) ?? archiveSource([{ text: "{urls}", line: use.name.line }]) ?? {};
    if (!source || !url || url.text.startsWith("file:")) return undefined;
    return sourceDeclaration(sourceFile, use, source, { raw: url.text, line: url.line, comment: null });
  }
  const text = use.image.text.replace(/\{(\w+)\}/g, "${$1}");
  return imageDeclaration(
    { ecosystem: "bazel", sourceFile, sourceLine: use.image.line, rule: use.rule },
    text,
  );
}

function moduleDeclaration(
  sourceFile: string,
  { rule, name, version }: Use & { kind: "module" },
): Declaration {
  const unboundName = findUnbound(name.text);
  return {
    ecosystem: "bazel",
    dependencyType: "bazel_module",
    sourceFile,
    sourceLine: name.line,
    rawReference: version === null ? name.text : `${name.text}@${version}`,
    artifact: name.text,
    versionConstraint: version,
    versioning: "bazel",
    unbound: unboundName ?? findUnbound(version ?? ""),
    versionComment: null,
    lookups: unboundName === null ? [artifactName("bazel_module", name.text)] : [],
    evidence: { class: "manifest", rule },
  };
}

/** An override is declared as its module, a repository rule as the repository it downloads. */
function sourceDeclaration(
  sourceFile: string,
  { rule, name }: Use & { kind: "git" | "archive" },
  { artifact, ref, lookups, isRepository }: Source,
  { raw, line, comment }: { raw: string; line: number; comment: string | null },
): Declaration {
  const isModule = rule.endsWith("_override");
  const unboundUrl = lookups.length === 0 ? findUnbound(raw) : null;
  return {
    ecosystem: "bazel",
    dependencyType: isModule || !isRepository ? "bazel_module" : "git_repository",
    sourceFile,
    sourceLine: line,
    rawReference: raw,
    artifact: isModule || unboundUrl !== null || !isRepository ? name.text : artifact,
    versionConstraint: ref,
    versioning: "git",
    unbound: unboundUrl ?? findUnbound(ref ?? ""),
    versionComment: versionCommentOf(ref, comment),
    lookups,
    evidence: { class: "manifest", rule },
  };
}

/** The origin of an archive or a repository. */
interface Source {
  /** The repository as `host/path`, else the URL without its scheme. */
  artifact: string;
  ref: string | null;
  lookups: string[];
  isRepository: boolean;
}

/** `{NAME}` and `%s`: values that only evaluation would yield. */
const PLACEHOLDER = /\{(?<name>\w*)\}|%(?:[sr]|d(?![\da-f]))/;
/** The URL of a mirror contains the mirrored URL as a path. */
const MIRRORED = /^https?:\/\/[^/]+\/(?:[^?#]*\/)?(?=github\.com\/)/;
const MAX_URL_LENGTH = 2000;

const findUnbound = (text: string): string | null => {
  const match = PLACEHOLDER.exec(text);
  return match && (match.groups?.["name"] || match[0]);
};

function gitSource(remote: string, ref: string | null): Source {
  const location = findUnbound(remote) === null ? parseGitUrl(remote)?.location : undefined;
  return location === undefined
    ? { artifact: withoutScheme(remote), ref, lookups: [], isRepository: true }
    : { artifact: location, ref, lookups: [gitName(location)], isRepository: true };
}

/** Prefers the first URL that names a repository. */
function archiveSource(urls: readonly Text[]): { source: Source; url: Text } | undefined {
  for (const url of urls) {
    const source = repositoryOf(url.text);
    if (source) return { source, url };
  }
  const [url] = urls;
  return (
    url && { url, source: { artifact: withoutScheme(url.text), ref: null, lookups: [], isRepository: false } }
  );
}

function repositoryOf(written: string): Source | undefined {
  if (written.length > MAX_URL_LENGTH) return undefined;
  const url = written.replace(MIRRORED, "https://");
  const archive = findArchiveUrl(url);
  if (archive) return gitSource(archive.repositoryUrl, archive.ref);
  const repository = findRepository(url);
  return repository && gitSource(`https://${repository.location}`, repository.ref);
}

const withoutScheme = (url: string): string => url.replace(/^[\w+]+:\/\/(?:[^/@]*@)?/, "");

function findArtifact({ path, facts }: StarlarkFile): ProducedArtifact | undefined {
  if (!facts.module || isTestInput(path)) return undefined;
  const { name, line, version } = facts.module;
  return {
    ecosystem: "bazel",
    artifactType: "bazel_module",
    name,
    version,
    registryUrl: null,
    sourceFile: path,
    sourceLine: line,
    announces: [artifactName("bazel_module", name)],
    evidence: { class: "manifest", rule: "bazel.module" },
  };
}
