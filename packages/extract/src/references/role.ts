import { posix } from "node:path";
import type { Role } from "@knockon/contract/vocabulary/role";
import type { Declaration } from "../ecosystem.ts";
import { roleOfRequirements } from "../ecosystems/pypi/purpose.ts";
import { roleOfContainerFile, roleOfFolder, roleOfName } from "../file-purpose.ts";
import { unitScope } from "../scope.ts";
import { fileKind, isCode, isContainerFile } from "./file-kind.ts";
import type { Reference } from "./reference.ts";

const CI_FILE =
  /(?:^|\/)(?:jenkinsfile[^/]*|[^/]*\.jenkinsfile|[^/]*\.?gitlab-ci[^/]*\.ya?ml|azure-pipelines[^/]*\.ya?ml|\.(?:travis|drone|cirrus|woodpecker|appveyor|semaphore)\.ya?ml|(?:appveyor|bitbucket-pipelines|buildspec[^/]*|codefresh|wercker|action)\.ya?ml|cloudbuild[^/]*\.(?:ya?ml|json)|renovate\.json5?|\.renovaterc(?:\.json5?)?)$|^vars\/[^/]+\.groovy$|(?:^|\/)updatecli(?:\.d)?\//i;
const DEV_FILE =
  /(?:^|\/)(?:\.pre-commit-config\.ya?ml|\.envrc|vagrantfile|tiltfile|brewfile|noxfile\.py|tox\.ini|\.tool-versions|\.?mise\.toml|devbox\.json|shell\.nix|\.?devcontainer\.json)$/i;
/** Build files that describe what is deployed. */
const DEPLOYED =
  /(?:^|\/)(?:(?:docker-)?compose[^/]*|[^/]*[-_.]compose|chart|requirements|helmfile[^/]*|kustomization|skaffold)\.ya?ml$/i;
/** Manifests, which name repositories to describe their project. Their dependencies have their own ecosystems. */
const MANIFEST =
  /(?:^|\/)(?:chart\.yaml|galaxy\.ya?ml|pubspec\.yaml|package\.json|composer\.json|cargo\.toml|pyproject\.toml|setup\.(?:py|cfg)|pom\.xml|mix\.exs)$|\.(?:gemspec|nuspec|podspec|[cfv][sb]proj|cabal|sbt)$/i;
/** Configuration of tools for the repository itself. */
const TOOL_CONFIGURATION = /(?:^|\/)\.[^/]+$/;
const DATA = /\.(?:ya?ml|json5?|toml|tf|tofu|hcl|properties|ini|conf|cfg|env|xml)$/i;
const SCRIPT =
  /(?:^|\/)(?:[^/]*makefile[^/]*|\.?justfile|taskfile[^/]*)$|\.(?:mk|just|sh|bash|zsh|fish|ksh|ps1|psm1|bat|cmd)$/i;
const RELEASE_NAME =
  /(?:^|[^a-z\d])(?:build|builds|builder|release|releases|releaser|package|packaging|publish|image|images|docker|dist|install|bundle|compile)(?:$|[^a-z\d])/i;
const TOOL_FOLDER = /(?:^|\/)(?:tools?|devtools|dev-?scripts)\//i;
/** Targets of Makefiles that check the project, or update the versions it uses. */
const DEV_TARGET = /(?:^|[^a-z\d])(?:\w*lint\w*|upgrade|constraints)(?:$|[^a-z\d])/;
/** Lists that pip reads. */
const REQUIREMENTS =
  /(?:^|\/)(?:requirements\/[^/]+|[^/]*(?:requirements|constraints)[^/]*)\.(?:txt|in|pip)$/i;
/** Lists that install nothing, which are read when someone compiles or updates another one. */
const CONSTRAINTS = /(?:^|[/_.-])constraints?(?:[_.-][^/]*)?$/i;
/** Programs of a task runner. */
const TASKS = /(?:^|\/)tasks(?:\/|\.py$)/i;
/** Manifests of Python whose commands only configure tools. */
const TOOL_MANIFEST = /(?:^|\/)(?:pyproject\.toml|setup\.cfg)$/;
/** Commands in programs that run when the program is built. */
const GENERATE = /(?:^|\/)(?:tools|generate|gen|magefile|build)\.go$|(?:^|\/)magefiles\//i;

/** Returns the role of a reference in a file that is not prose, and its scope if its ecosystem is another. */
export function placeOfUse(path: string, reference: Reference): Pick<Declaration, "role" | "scope"> {
  if (isContainerFile(path)) {
    const role = roleOfContainerFile(path);
    if (role !== undefined) return { role };
    return { role: reference.isShipped ? "runtime" : "build", scope: unitScope("docker", path) };
  }
  const role = roleOfReference(path, reference);
  // What a build lists or links is what users of the result run.
  return { role: role === "build" && reference.rule === "image_list" ? "runtime" : role };
}

function roleOfReference(path: string, reference: Reference): Role {
  if (CI_FILE.test(path) || roleOfFolder(path) === "ci") return "ci";
  if (DEV_FILE.test(path) || (reference.requiresProducer && TOOL_MANIFEST.test(path))) return "dev";
  const isMention = reference.rule === "url" && !reference.isFetched;
  if (isMention && MANIFEST.test(path) && !isFetchedByManifest(reference.rawReference))
    return "documentation";
  if (isCode(path) && fileKind(path) !== "build_file") return roleInCode(path, reference);
  if (DEPLOYED.test(path)) return roleOfContainerFile(path) ?? "runtime";
  if (reference.target !== undefined) return roleOfTarget(reference.target) ?? roleOfScript(path);
  if (REQUIREMENTS.test(path)) return roleOfRequirements(path) ?? (CONSTRAINTS.test(path) ? "dev" : "build");
  const isScript = SCRIPT.test(path) || !posix.basename(path).includes(".");
  if (isScript) return roleOfScript(path);
  if (fileKind(path) === "build_file") return "build";
  if (TOOL_CONFIGURATION.test(path)) return "dev";
  return DATA.test(path) || !reference.isFetched ? "runtime" : roleOfScript(path);
}

/** `git@host:owner/name`, and what ends with `.git`. */
const CLONE_URL = /^(?:git@|ssh:|git:|git\+)|\.git$/;
/** The contents of a file, an archive or an asset of a release. */
const CONTENT_URL =
  /^https?:\/\/(?:raw\.githubusercontent|codeload\.github)\.com\/|\/-\/raw\/|\/(?:releases\/download|archive)\//;
const PICTURE = /\.(?:svg|png|jpe?g|gif|webp|ico)$/i;
const PROSE = /\.(?:md|mdx|rst|adoc|txt|html?)$/i;

/** Programs fetch what only a program can use. They show other URLs of repositories to people. */
const isTaken = (url: string): boolean =>
  CLONE_URL.test(url) || (CONTENT_URL.test(url) && !PICTURE.test(url));

/** Whether a build takes the file of a URL in a manifest, such as the OpenAPI document of a generator. */
const isFetchedByManifest = (url: string): boolean =>
  url.endsWith(".git") || (CONTENT_URL.test(url) && !PICTURE.test(url) && !PROSE.test(url));

/** A program that only names a page of a repository does not need it. */
function roleInCode(path: string, { dependencyType, isFetched, rawReference, rule }: Reference): Role {
  const isNamed = rule === "url" && dependencyType === "git_repository" && !isFetched;
  if (isNamed && !isTaken(rawReference)) return "documentation";
  if (TOOL_FOLDER.test(path) || TASKS.test(path) || roleOfFolder(path) !== undefined) return "dev";
  return rule === "go" || GENERATE.test(path) ? "build" : "runtime";
}

const roleOfTarget = (target: string): Role | undefined =>
  roleOfName(target) ?? (DEV_TARGET.test(target.toLowerCase()) ? "dev" : undefined);

/** A name such as `build-image.sh` takes precedence over a folder such as `hack/`. */
function roleOfScript(path: string): Role {
  const name = posix.basename(path);
  if (/(?:^|[-_.])ci(?:$|[-_.])/i.test(name)) return "ci";
  const named = roleOfName(name);
  if (named !== undefined) return named;
  if (RELEASE_NAME.test(name)) return "build";
  return TOOL_FOLDER.test(path) || roleOfFolder(path) === "dev" ? "dev" : "build";
}
