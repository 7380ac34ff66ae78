import { findPlaceholder } from "../../document/templated-yaml.ts";
import type { Declaration, Facts, LinkInput, LinkResult, ProducedArtifact } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { artifactName, gitName } from "../../name.ts";
import { versionCommentOf } from "../../version.ts";
import type { CopierFacts, TemplateUse } from "./read.ts";

export function linkCopierFiles({ repository, files }: LinkInput<CopierFacts>): LinkResult {
  const own = parseGitUrl(repository.cloneUrl ?? "")?.location;
  return {
    declarations: files.flatMap(({ path, facts: { use } }) => (use ? declarationOf(path, use, own) : [])),
    artifacts: templateArtifact(files, own),
    problems: [],
  };
}

const HOSTS: Readonly<Record<string, string>> = { gh: "github.com", gl: "gitlab.com", bb: "bitbucket.org" };
const SHORT = /^(?<host>gh|gl|bb):(?=[^/])(?<path>.+)$/;
const LOCAL = /^(?:[./~]|[a-z]:[\\/]|file:)/i;

function findLocation(source: string): string | undefined {
  const { host = "", path } = SHORT.exec(source)?.groups ?? {};
  return parseGitUrl(path === undefined ? source : `https://${HOSTS[host]}/${path}`)?.location;
}

/** A template in a local folder is not declared. */
function declarationOf(sourceFile: string, use: TemplateUse, own: string | undefined): Declaration[] {
  const { source, line, rule, version, requested } = use;
  const location = findLocation(source);
  const unbound = findPlaceholder(`${source} ${version ?? ""}`);
  if (LOCAL.test(source) || (location === undefined && unbound === null)) return [];
  if (location !== undefined && location === own) return [];
  return [
    {
      ecosystem: "copier",
      dependencyType: "project_template",
      sourceFile,
      sourceLine: line,
      rawReference: version === null ? source : `${source}@${version}`,
      artifact: location ?? source,
      versionConstraint: version,
      versioning: "git",
      unbound,
      versionComment: versionCommentOf(version, requested),
      lookups: location === undefined ? [] : [artifactName("project_template", location), gitName(location)],
      evidence: { class: "manifest", rule },
    },
  ];
}

/** A template for both tools is one artifact, named after its repository. */
function templateArtifact(
  files: readonly Facts<CopierFacts>[],
  location: string | undefined,
): ProducedArtifact[] {
  const file = files.find(({ facts }) => facts.templateOf !== null);
  if (!file || location === undefined) return [];
  return [
    {
      ecosystem: "copier",
      artifactType: "project_template",
      name: location,
      version: null,
      registryUrl: null,
      sourceFile: file.path,
      sourceLine: 1,
      announces: [artifactName("project_template", location)],
      evidence: { class: "manifest", rule: `copier.${file.facts.templateOf}_template` },
    },
  ];
}
