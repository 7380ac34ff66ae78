import { imageLookups, parseImageReference, splitImageReference } from "../../image-reference.ts";
import { artifactName, conventionName } from "../../name.ts";
import {
  invalidSyntax,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
  type Problem,
  type ProducedArtifact,
  type RepositoryIdentity,
} from "../../ecosystem.ts";
import { isTestInput } from "../../repository-path.ts";
import type { DevcontainerFacts, Use } from "./read.ts";

export function linkDevcontainerFiles({ repository, files }: LinkInput<DevcontainerFacts>): LinkResult {
  const own = `/${repository.fullPath.toLowerCase()}/`;
  const result: LinkResult = { declarations: [], artifacts: [], problems: [] };
  for (const { path, facts } of files) {
    for (const use of facts.uses.filter(({ text }) => !isUnpublished(text))) {
      const reference = findReference(use);
      if (!reference) result.problems.push(problemOf(path, use));
      else if (reference.dependencyType !== "devcontainer_feature" || !reference.artifact.includes(own)) {
        result.declarations.push({
          ecosystem: "devcontainer",
          sourceFile: path,
          sourceLine: use.line,
          versioning: "docker",
          versionComment: null,
          evidence: { class: "manifest", rule: use.rule },
          ...(use.rule === "devcontainer.depends_on" ? { role: "runtime" as const } : {}),
          ...reference,
        });
      }
    }
    result.artifacts.push(...featureArtifact({ path, facts }, repository));
  }
  return result;
}

/** A local folder, or the URL of an archive. */
const isUnpublished = (text: string): boolean => /^(?:\.{1,2}\/|https?:\/\/)/.test(text);

const problemOf = (file: string, { rule, text, line }: Use): Problem =>
  invalidSyntax("devcontainer", file, {
    line,
    message: `"${text.slice(0, 100)}" is not a valid ${rule === "devcontainer.image" ? "image" : "feature"} reference.`,
  });

/** The registry path is assumed: the usual workflow publishes features under the repository's path. */
function featureArtifact(
  { path, facts: { feature } }: Facts<DevcontainerFacts>,
  { fullPath }: RepositoryIdentity,
): ProducedArtifact[] {
  if (!feature || isTestInput(path) || /(?:^|\/)\.devcontainer\//.test(path)) return [];
  const name = `${fullPath}/${feature.id}`.toLowerCase();
  return [
    {
      ecosystem: "devcontainer",
      artifactType: "devcontainer_feature",
      name: `ghcr.io/${name}`,
      version: feature.version,
      registryUrl: null,
      sourceFile: path,
      sourceLine: feature.line,
      announces: [conventionName("devcontainer_feature", name)],
      assumed: true,
      evidence: { class: "manifest", rule: "devcontainer.feature_id" },
    },
  ];
}

type Reference = Pick<
  Declaration,
  "artifact" | "dependencyType" | "lookups" | "rawReference" | "unbound" | "versionConstraint"
>;

const REGISTRY = "ghcr.io";
/** The current location of features that were once written as a bare ID. */
const BARE_ID_FEATURES = `${REGISTRY}/devcontainers/features`;

/** Returns undefined for an invalid reference. */
function findReference({ rule, text }: Use): Reference | undefined {
  return rule === "devcontainer.image" ? findImage(text) : findFeature(text);
}

function findImage(written: string): Reference | undefined {
  const { text, unbound } = bindVariables(written);
  if (unbound === null && !parseImageReference(text)) return undefined;
  const { repository, versionConstraint } = splitImageReference(text);
  const name = parseImageReference(repository)?.name;
  return {
    dependencyType: "container_image",
    artifact: name ?? repository,
    rawReference: text,
    versionConstraint,
    lookups: name === undefined ? [] : imageLookups(name),
    unbound,
  };
}

function findFeature(text: string): Reference | undefined {
  const parsed = parseImageReference(ociReference(text));
  if (!parsed) return undefined;
  const path = parsed.name.slice(parsed.name.indexOf("/") + 1);
  return {
    dependencyType: "devcontainer_feature",
    artifact: parsed.name,
    rawReference: text,
    versionConstraint: parsed.versionConstraint,
    lookups: [
      artifactName("devcontainer_feature", parsed.name),
      conventionName("devcontainer_feature", path),
    ],
    unbound: null,
  };
}

/** Expands the old forms `owner/repository/id@v1` and a bare ID to the full OCI reference. */
function ociReference(text: string): string {
  if (!text.includes("/")) return `${BARE_ID_FEATURES}/${text.replace(/[:@].*$/s, "")}`;
  const isOldForm = /^[\w-]+\/[\w.-]+\/[\w.-]+(?:@[^:]+)?$/.test(text);
  return isOldForm ? `${REGISTRY}/${text.replace("@", ":")}` : text;
}

const VARIABLE = /\$\{(?<name>[^{}:]{1,100}(?::[^{}:]{1,200})?)(?::(?<fallback>[^{}]{0,200}))?\}/g;

/**
 * Replaces `${localEnv:TAG:1.2}` by `1.2`. `unbound` is the first variable without a default, which stays in the text.
 */
function bindVariables(written: string): { text: string; unbound: string | null } {
  const text = written.replace(VARIABLE, (whole: string, ...rest) => {
    const { fallback } = rest.at(-1) as Partial<Record<string, string>>;
    return fallback ?? whole;
  });
  const [unbound] = text.matchAll(VARIABLE);
  return { text, unbound: unbound?.groups?.["name"] ?? null };
}
