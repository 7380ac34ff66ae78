import { imageDeclaration } from "../../image-declaration.ts";
import type { Declaration, Facts, LinkInput, LinkResult, ProducedArtifact } from "../../ecosystem.ts";
import { leadsElsewhere } from "../../leads-elsewhere.ts";
import { artifactName } from "../../name.ts";
import { isTestInput } from "../../test-input.ts";
import { versionCommentOf } from "../../version-comment.ts";
import { isWithinRepository } from "../../within-repository.ts";
import type { BazelFacts, Use } from "./facts.ts";
import { archiveSource, findUnbound, gitSource, type Source } from "./source.ts";

type BazelFile = Facts<BazelFacts>;

/** Modules that the repository itself holds are no dependency, whether a name or a folder says so. */
export function link({ repository, files }: LinkInput<BazelFacts>): LinkResult {
  const local = localModules(files);
  const declarations = files.flatMap(({ path, facts }) =>
    facts.uses
      .filter((use) => use.kind === "image" || use.rule.includes("repository") || !local.has(use.name.text))
      .flatMap((use) => findDeclaration(path, use) ?? [])
      .toSorted((a, b) => a.sourceLine - b.sourceLine),
  );
  return {
    declarations: declarations.filter(leadsElsewhere(repository)),
    artifacts: files.flatMap((file) => findArtifact(file) ?? []),
    problems: [],
    readLines: files.flatMap(({ path, facts }) => linesOfUrls(facts).map((line) => ({ file: path, line }))),
  };
}

/** One archive has several addresses, of which one is declared. */
const linesOfUrls = ({ uses }: BazelFacts): number[] =>
  uses.flatMap((use) => (use.kind === "archive" ? use.urls.map(({ line }) => line) : []));

function localModules(files: readonly BazelFile[]): ReadonlySet<string> {
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
  const unnamed = findUnbound(name.text);
  return {
    ecosystem: "bazel",
    dependencyType: "bazel_module",
    sourceFile,
    sourceLine: name.line,
    rawReference: version === null ? name.text : `${name.text}@${version}`,
    artifact: name.text,
    versionConstraint: version,
    versioning: "bazel",
    unbound: unnamed ?? findUnbound(version ?? ""),
    versionComment: null,
    lookups: unnamed === null ? [artifactName("bazel_module", name.text)] : [],
    evidence: { class: "manifest", rule },
  };
}

/** An override keeps the name of its module; a repository without one has that of where it comes from. */
function sourceDeclaration(
  sourceFile: string,
  { rule, name }: Use & { kind: "git" | "archive" },
  { artifact, ref, lookups, isRepository }: Source,
  { raw, line, comment }: { raw: string; line: number; comment: string | null },
): Declaration {
  const isModule = rule.endsWith("_override");
  const unnamed = lookups.length === 0 ? findUnbound(raw) : null;
  return {
    ecosystem: "bazel",
    dependencyType: isModule || !isRepository ? "bazel_module" : "git_repository",
    sourceFile,
    sourceLine: line,
    rawReference: raw,
    artifact: isModule || unnamed !== null || !isRepository ? name.text : artifact,
    versionConstraint: ref,
    versioning: "git",
    unbound: unnamed ?? findUnbound(ref ?? ""),
    versionComment: versionCommentOf(ref, comment),
    lookups,
    evidence: { class: "manifest", rule },
  };
}

/** The whole module is that of the file at its root; segments that it includes have no name. */
function findArtifact({ path, facts }: BazelFile): ProducedArtifact | undefined {
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
