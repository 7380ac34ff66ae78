import { isFixture, isTestInput } from "../repository-path.ts";

/** The purpose of a file by its path. `unread` files repeat declarations of others. */
export type FileKind = "build_file" | "prose" | "unclassified" | "unread";

const UNREAD = [
  /^(?:package-lock|npm-shrinkwrap|composer-lock|packages\.lock|project\.assets)\.json$|^pnpm-lock\.yaml$|^package\.resolved$/,
  /\.lock(?:b|file)?$|\.lock\.(?:hcl|json|ya?ml)$/,
  /\.(?:sum|md5|sha\d+|sha\d+sum|asc|sig)$|^(?:md5|sha\d+)sums?(?:\.txt)?$|checksums?(?:\.txt)?$/,
  /^notices?(?:\.(?:txt|md))?$|^third[-_]?party[-_]?(?:licen[cs]es?|notices?)|^licen[cs]es\.(?:json|csv|txt|html)$|\.spdx(?:\.\w+)?$|\.cdx\.json$/,
];

/** Programs named after a build file: `dockerfile_test.go`. */
const CODE =
  /\.(?:go|[cm]?[jt]sx?|py|rs|java|kt|scala|rb|cs|php|dart|exs?|swift|m|lua|jl|hs|ml|elm|zig|cr|nim|c|cc|cpp|cxx|h|hpp|fs|clj)$/;
/** Test code and recorded data. */
const TEST =
  /[._](?:test|tests|spec)\.\w+$|^test_\w+\.py$|(?:^|\w)(?:Test|Tests|Spec|IT)\.(?:java|kt|cs|scala)$|\.(?:golden|snap|cast|approved)$/;
/** Output of a bundler. */
const BUNDLE = /(?:^|\/)(?:dist|bundle)\/(?:.*\/)?[^/]+\.(?:[cm]?js|css)$/;
/** README and CHANGELOG files in any format, also hidden templates for them, and issue forms. */
const ABOUT =
  /(?:^|\/)[._]?(?:readme|changelog)(?:[-_.][^/]*)?$|(?:^|\/)\.github\/(?:issue|discussion)_template\//;

/** Manifests with the extension of a text file. */
const TEXT_MANIFESTS =
  /^(?:cmakelists|(?:[\w-]+[-_.])?(?:requirements|constraints)(?:[-_.][\w-]+)*)\.(?:txt|in)$/;

/** Lists of images for offline use and mirrors. */
const IMAGE_LIST = /^(?:.*[-_.])?(?:images|images?[-_.]?lists?)\.(?:txt|list)$/i;

/** Whether a path is that of a list of images. */
export const isImageList = (path: string): boolean => IMAGE_LIST.test(path.slice(path.lastIndexOf("/") + 1));

const PROSE = [
  /\.(?:md|mdx|mdc|markdown|rst|adoc|asciidoc|txt|text|textile|org|rtf|tex|pod|log|po|pot|srt|csv|tsv)$/,
  /\.(?:html?|xhtml|shtml|erb|ejs|hbs|handlebars|mustache|haml|slim|pug|jade|liquid|twig|phtml|jspx?|cshtml|razor|njk)$/,
  /\.(?:svg|map|ipynb|drawio)$|\.min\.[cm]?js$|\.min\.css$/,
  /^(?:licen[cs]e|copying|changelog|changes|history|news|authors|(?:core[-_])?(?:contributors|maintainers)|owners|governance|thanks|readme|code_of_conduct|security)(?:-\w+)?$/,
  /^\.[\w-]*ignore$|^codeowners$/,
  // Menus of Kconfig and Buildroot, whose URLs are help texts.
  /^kconfig(?:[-.]\w+)*$|^config\.in(?:\.\w+)?$/,
  // Instructions for coding assistants.
  /^\.(?:cursor|windsurf|cline|roo|goose)(?:rules|hints)$/,
];

/** Manifests with the extension of a program. */
const SCRIPTED_MANIFESTS = /^(?:setup|conanfile)\.py$|^package\.swift$|^mix\.exs$/;

const BUILD = [
  /^(?:gnu|bsd)?makefile(?:[._-].+)?$|\.(?:mk|mak|make)$|^\.?justfile$|\.just$|^taskfile(?:\.dist)?\.ya?ml$/,
  /\.(?:sh|bash|zsh|fish|ksh|ps1|psm1|bat|cmd)$|^\.envrc$/,
  /^(?:dockerfile|containerfile)|\.(?:dockerfile|containerfile)$|^(?:docker-)?compose[\w.-]*\.ya?ml$|^docker-bake[\w.-]*\.(?:hcl|json)$/,
  /^jenkinsfile|\.jenkinsfile$|^\.gitlab-ci[\w.-]*\.ya?ml$|\.gitlab-ci\.ya?ml$|^azure-pipelines[\w.-]*\.ya?ml$/,
  /^\.(?:travis|drone|cirrus|woodpecker|appveyor|semaphore)\.ya?ml$|^(?:appveyor|bitbucket-pipelines|buildspec[\w.-]*|codefresh|wercker|skaffold|action)\.ya?ml$|^cloudbuild[\w.-]*\.(?:ya?ml|json)$/,
  /^(?:earthfile|tiltfile|vagrantfile|rakefile|gemfile|podfile|cartfile|brewfile|pipfile|build|workspace|pkgbuild|apkbuild)$/,
  /^(?:package|composer|vcpkg|deno|devcontainer)\.jsonc?$|^(?:go\.mod|go\.work|\.gitmodules|\.pre-commit-config\.ya?ml)$/,
  /^(?:cargo|pyproject|buf)\.toml$|^setup\.cfg$|^conanfile\.txt$|^environment\.ya?ml$/,
  /\.(?:gradle|gradle\.kts|cmake|bzl|bazel|nix|gemspec|nuspec|csproj|fsproj|vbproj|sbt|podspec|cabal)$/,
  /^(?:pom|build|directory\.packages)\.(?:xml|props)$|^(?:mix\.exs|pubspec\.yaml|package\.swift|meson\.build)$/,
  /^(?:chart|requirements|galaxy|helmfile|kustomization)\.ya?ml$/,
  /^renovate\.json5?$|^\.renovaterc(?:\.json5?)?$/,
];

const CI_FOLDER =
  /(?:^|\/)(?:\.github\/(?:workflows|actions)|\.circleci|\.buildkite|\.woodpecker|\.gitlab|\.azure-pipelines|\.teamcity|\.tekton)\//;
/** `_data` contains what pages of a Jekyll site show. */
const DOCUMENTATION_FOLDER = /(?:^|\/)(?:docs?|_data)\//;
/** The extension of a template for a file. */
const TEMPLATE_SUFFIX = /\.(?:tpl|tmpl|template|j2|jinja2?|gotmpl|in|erb|example|sample|dist)$/;

/** Returns the kind of a file by its path, case-insensitively. */
export function fileKind(path: string): FileKind {
  const whole = path.toLowerCase();
  const name = whole.slice(whole.lastIndexOf("/") + 1);
  const rendered = name.replace(TEMPLATE_SUFFIX, "");
  const kind = kindOfName(rendered) ?? kindOfName(name) ?? kindOfFolder(whole);
  if (kind === "build_file" && isFixture(whole)) return "prose";
  return kind === "unclassified" && isTestOrGenerated(path) ? "prose" : kind;
}

const CONTAINER_FILE = /(?:^|\/)(?:(?:docker|container)file[^/]*|[^/]*\.(?:docker|container)file)$/i;

/** Whether a path is that of a Dockerfile. */
export const isContainerFile = (path: string): boolean => CONTAINER_FILE.test(path) && !isCode(path);

/** Whether a file is a program by its extension, even if it starts with `#!`. */
export const isCode = (path: string): boolean => CODE.test(path.toLowerCase());

function isTestOrGenerated(path: string): boolean {
  const whole = path.toLowerCase();
  const name = path.slice(path.lastIndexOf("/") + 1);
  return isTestInput(whole) || TEST.test(name) || BUNDLE.test(whole) || ABOUT.test(whole);
}

function kindOfName(name: string): FileKind | undefined {
  const isOneOf = (patterns: readonly RegExp[]): boolean => patterns.some((pattern) => pattern.test(name));
  if (isOneOf(UNREAD)) return "unread";
  if (TEXT_MANIFESTS.test(name)) return "build_file";
  if (IMAGE_LIST.test(name)) return undefined;
  if (isOneOf(PROSE)) return "prose";
  if (SCRIPTED_MANIFESTS.test(name) || (!CODE.test(name) && isOneOf(BUILD))) return "build_file";
  return undefined;
}

function kindOfFolder(path: string): FileKind {
  if (CI_FOLDER.test(path)) return "build_file";
  return DOCUMENTATION_FOLDER.test(path) ? "prose" : "unclassified";
}
