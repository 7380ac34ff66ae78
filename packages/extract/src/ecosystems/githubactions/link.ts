import { posix } from "node:path";
import { parseGitUrl } from "../../git-url.ts";
import { artifactName } from "../../name.ts";
import { checkoutTest, type RepositoryUse } from "./checkout.ts";
import { findExpression, inputBinder } from "./expressions.ts";
import { isCopied, isDocumentation } from "./place.ts";
import type { ActionsFacts, Use } from "./read.ts";
import {
  findActionReference,
  findCheckoutReference,
  findImageReference,
  isDockerReference,
  type Reference,
} from "./reference.ts";
import { interfaceOf } from "../../interface.ts";
import { scopeOf, unitScope } from "../../scope.ts";
import { versionCommentOf } from "../../version.ts";
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

export function linkActionsFiles({ repository, files }: LinkInput<ActionsFacts>): LinkResult {
  const products = new Map(
    files.flatMap((file) => artifactOf(repository, file).map((each) => [file.path, each])),
  );
  const artifacts = [...products.values()];
  const interfaces = files.flatMap(({ path, facts }) => {
    const product = products.get(path);
    return product ? [interfaceOf(product, facts.members)] : [];
  });
  const result: LinkResult = { declarations: [], artifacts, problems: [], compositions: [], interfaces };
  const local = new LocalScopes(repository, artifacts);
  const host = parseGitUrl(repository.cloneUrl ?? "")?.host ?? "github.com";
  const bind = inputBinder(files);
  const isCheckedOut = checkoutTest(files);
  for (const { path, facts } of files) {
    const uses = facts.uses
      .filter(({ passedTo }) => passedTo === undefined || isCheckedOut(passedTo))
      .map((use) => ({ ...use, text: bind(path, use.text) }));
    const product = products.get(path);
    for (const use of uses.filter(({ text }) => !isLocal(text))) {
      const reference = referenceOf(use, host);
      if (!reference) result.problems.push(problemOf(path, use));
      else if (reference.repository !== repository.fullPath.toLowerCase()) {
        const declaration = declarationOf(path, use, reference);
        result.declarations.push(
          use.isProducer && !product && !isCopied(path)
            ? { ...declaration, role: "build", scope: null }
            : declaration,
        );
      }
    }
    if (!product) continue;
    const inner = uses.flatMap(({ text }) => local.find(text) ?? []);
    if (facts.dockerfile !== null)
      inner.push(unitScope("docker", posix.join(posix.dirname(path), facts.dockerfile)));
    result.compositions?.push(...inner.map((each) => ({ outer: scopeOf(product), inner: each })));
  }
  return result;
}

/** Finds the actions and reusable workflows of the repository itself. */
class LocalScopes {
  readonly #prefix: string;
  readonly #scopes: ReadonlyMap<string, string>;

  constructor({ fullPath }: RepositoryIdentity, artifacts: readonly ProducedArtifact[]) {
    this.#prefix = fullPath.toLowerCase();
    this.#scopes = new Map(artifacts.map((artifact) => [artifact.name, scopeOf(artifact)]));
  }

  /** `./setup`, `./.github/workflows/test.yml`, or the same with owner and repository. */
  find(text: string): string | undefined {
    const [path = ""] = text.split("@", 1);
    const [owner = "", repo = "", ...rest] = path.split("/");
    const name = text.startsWith("./")
      ? posix.join(this.#prefix, text)
      : posix.join(owner.toLowerCase(), repo.toLowerCase(), ...rest);
    return this.#scopes.get(name.replace(/\/$/, ""));
  }
}

const isLocal = (text: string): boolean => text.startsWith("./") || text.startsWith("../");

const REPOSITORY_RULES: ReadonlySet<string> = new Set<RepositoryUse["rule"]>([
  "githubactions.checkout",
  "githubactions.repository_input",
  "githubactions.release_input",
]);
const isRepository = ({ rule }: Use): boolean => REPOSITORY_RULES.has(rule);

const isImage = ({ rule, text }: Use): boolean =>
  isDockerReference(text) || (rule !== "githubactions.step_uses" && rule !== "githubactions.job_uses");

function referenceOf(use: Use, host: string): Reference | undefined {
  if (isRepository(use)) return findCheckoutReference(use.text, host);
  return isImage(use) ? findImageReference(use.text) : findActionReference(use.text);
}

function problemOf(file: string, use: Use): Problem {
  const kind = isRepository(use) ? "repository" : isImage(use) ? "image" : "action";
  const message = `"${use.text.slice(0, 100)}" is not a valid ${kind} reference.`;
  return invalidSyntax("githubactions", file, { line: use.line, message });
}

function declarationOf(sourceFile: string, use: Use, reference: Reference): Declaration {
  const { dependencyType, artifact, versionConstraint, versioning, lookups } = reference;
  return {
    ecosystem: "githubactions",
    dependencyType,
    sourceFile,
    sourceLine: use.line,
    rawReference: use.text,
    artifact,
    versionConstraint,
    versioning,
    unbound: findExpression(use.text) ?? null,
    versionComment: versionCommentOf(versionConstraint, use.comment),
    lookups,
    evidence: { class: isCopied(sourceFile) ? "unclassified" : "manifest", rule: use.rule },
    ...use.call,
    ...(isCopied(sourceFile) && isDocumentation(sourceFile) ? { role: "example" as const } : {}),
  };
}

function artifactOf(
  { fullPath }: RepositoryIdentity,
  { path, facts: { product } }: Facts<ActionsFacts>,
): ProducedArtifact[] {
  if (!product) return [];
  const isAction = product.type === "github_action";
  const name = posix.join(fullPath.toLowerCase(), isAction ? posix.dirname(path) : path);
  return [
    {
      ecosystem: "githubactions",
      artifactType: product.type,
      name,
      version: null,
      registryUrl: null,
      sourceFile: path,
      sourceLine: product.line,
      announces: [artifactName(product.type, name)],
      evidence: {
        class: "manifest",
        rule: isAction ? "githubactions.action" : "githubactions.workflow_call",
      },
    },
  ];
}
