import {
  invalidSyntax,
  type Declaration,
  type LinkInput,
  type LinkResult,
  type Problem,
  type ProducedArtifact,
  type RepositoryIdentity,
} from "../../ecosystem.ts";
import { valuesOf } from "../../chart-values.ts";
import { roleOfFolder } from "../../file-purpose.ts";
import { parseGitUrl } from "../../git-url.ts";
import { conventionalNames } from "../../image-reference.ts";
import { namedChartDeclaration } from "../../named-chart.ts";
import { versionCommentOf } from "../../version.ts";
import type { KubernetesFacts, Use } from "./facts.ts";
import { createFluxUses } from "./flux-sources.ts";
import { fileUse } from "../../scope.ts";
import { isLocal, parseReference, type Reference } from "./reference.ts";

export function link({ repository, files }: LinkInput<KubernetesFacts>): LinkResult {
  const result: LinkResult = { declarations: [], artifacts: packageOf(repository, files), problems: [] };
  const fluxUsesOf = createFluxUses(files);
  const isSelf = selfTest(repository);
  for (const { path, facts } of files) {
    const uses = [...facts.uses.map((use) => ({ use, unbound: null })), ...fluxUsesOf(facts)];
    for (const { use, unbound } of uses.toSorted((a, b) => a.use.line - b.use.line)) {
      if (isLocal(use)) continue;
      const reference = unbound === null ? parseReference(use) : unboundReference(use, unbound);
      if (!reference) result.problems.push(notAnImage(path, use));
      else if (!isSelf(reference))
        result.declarations.push({ ...declarationOf(path, use, reference), ...passedTo(use, repository) });
    }
    for (const chart of facts.namedCharts)
      result.declarations.push(
        ...namedChartDeclaration({ ecosystem: "kubernetes", sourceFile: path }, repository, chart).map(
          (each) => ({ ...each, ...roleAt(path) }),
        ),
      );
  }
  return result;
}

/** A repository with the same path on another host counts as a mirror of this one. */
function selfTest({ fullPath, cloneUrl }: RepositoryIdentity): (reference: Reference) => boolean {
  const own = parseGitUrl(cloneUrl ?? "")?.location;
  const ownPath = fullPath.toLowerCase();
  return ({ repository }) =>
    repository !== null &&
    (repository === own ||
      repository === ownPath ||
      repository.slice(repository.indexOf("/") + 1) === ownPath);
}

const TYPES = {
  image: ["container_image", "docker"],
  git: ["git_repository", "git"],
  chart: ["helm_chart", "helm"],
  hub: ["tekton_task", "npm"],
} as const;

/** Returns the reference to a source that no file of the repository describes. */
function unboundReference({ what, text, version }: Use, unbound: string): Reference {
  const [dependencyType, versioning] = TYPES[what];
  return {
    dependencyType,
    artifact: text,
    rawReference: text,
    versionConstraint: version?.text ?? null,
    versioning,
    unbound,
    lookups: [],
    repository: null,
  };
}

function declarationOf(
  sourceFile: string,
  use: Use,
  { repository: _, ...reference }: Reference,
): Declaration {
  return {
    ecosystem: "kubernetes",
    sourceFile,
    sourceLine: use.line,
    ...reference,
    versionComment: versionCommentOf(reference.versionConstraint, use.comment),
    evidence: { class: "manifest", rule: use.rule },
    ...fileUse(use.file),
    ...roleAt(sourceFile),
  };
}

/** Values files are in the repository that their source names. */
function passedTo(
  { values }: Use,
  { cloneUrl }: RepositoryIdentity,
): ReturnType<typeof valuesOf> | undefined {
  if (!values) return undefined;
  const own = parseGitUrl(cloneUrl ?? "")?.location;
  const files = values.files.map((file) => file.split("\0"));
  const isOwn = ([url = ""]: string[]): boolean => own !== undefined && parseGitUrl(url)?.location === own;
  return valuesOf({
    ...values,
    open: values.open ?? (files.every(isOwn) ? null : "A values file is in another repository"),
    files: files.filter(isOwn).map(([, path = ""]) => path),
  });
}

const roleAt = (path: string): Pick<Declaration, "role"> =>
  roleOfFolder(path) === "ci" ? { role: "ci" } : {};

const notAnImage = (file: string, { line, text }: Use): Problem =>
  invalidSyntax("kubernetes", file, {
    line,
    message: `"${text.slice(0, 100)}" is not a valid image reference.`,
  });

/** A repository with a `crossplane.yaml` is assumed to push its package under its own path, on any registry. */
function packageOf(
  { fullPath }: RepositoryIdentity,
  files: LinkInput<KubernetesFacts>["files"],
): ProducedArtifact[] {
  const manifest = files.find(({ facts }) => facts.packageLine !== null);
  if (!manifest) return [];
  const name = fullPath.toLowerCase();
  return [
    {
      ecosystem: "kubernetes",
      artifactType: "container_image",
      name,
      version: null,
      registryUrl: null,
      sourceFile: manifest.path,
      sourceLine: manifest.facts.packageLine,
      announces: conventionalNames(name),
      assumed: true,
      evidence: { class: "manifest", rule: "kubernetes.crossplane_meta" },
    },
  ];
}
