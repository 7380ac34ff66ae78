import type { Facts, LinkInput, LinkResult, ProducedArtifact, RepositoryIdentity } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { parseImageReference } from "../../image-reference.ts";
import { artifactName, gitName, pathName } from "../../name.ts";
import { syntaxProblem } from "../../syntax-problem.ts";
import { findDeclaration, isLocalImport } from "./declaration.ts";
import type { BitbucketFacts, Use } from "./read.ts";

const ID = "bitbucketpipelines";

export function linkBitbucketFiles({ repository, files }: LinkInput<BitbucketFacts>): LinkResult {
  const artifacts = files.flatMap((file) => artifactsOf(file, repository));
  const result: LinkResult = { declarations: [], artifacts, problems: [] };
  const own = new Set([...ownNames(repository), ...artifacts.flatMap(({ announces }) => announces)]);
  for (const { path, facts } of files) {
    for (const use of facts.uses.filter((each) => !isLocalImport(each))) {
      const found = findDeclaration(path, use, repository);
      if (!found) result.problems.push(syntaxProblem(ID, path, { line: use.line, message: notNamed(use) }));
      else if (!found.lookups.some((name) => own.has(name))) result.declarations.push(found);
    }
  }
  return result;
}

const notNamed = ({ rule, text }: Use): string =>
  `"${text.slice(0, 100)}" names no ${rule.slice(rule.indexOf(".") + 1).replace("import", "repository")}.`;

function ownNames({ fullPath, cloneUrl }: RepositoryIdentity): string[] {
  const location = parseGitUrl(cloneUrl ?? "")?.location;
  return [pathName(fullPath), ...(location === undefined ? [] : [gitName(location)])];
}

/** A pipe, called as its repository, and the image that it is released as. */
function artifactsOf(
  { path, facts: { pipe } }: Facts<BitbucketFacts>,
  { fullPath }: RepositoryIdentity,
): ProducedArtifact[] {
  const image = pipe ? parseImageReference(pipe.image) : undefined;
  if (!pipe || !image) return [];
  const shared = {
    ecosystem: ID,
    version: image.tag,
    registryUrl: null,
    sourceFile: path,
    sourceLine: pipe.line,
    evidence: { class: "manifest" as const, rule: "bitbucketpipelines.pipe_manifest" },
  };
  const name = fullPath.toLowerCase();
  return [
    { ...shared, artifactType: "bitbucket_pipe", name, announces: [artifactName("bitbucket_pipe", name)] },
    {
      ...shared,
      artifactType: "container_image",
      name: image.name,
      announces: [artifactName("container_image", image.name)],
    },
  ];
}
