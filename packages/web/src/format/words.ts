import type { Artifact } from "@knockon/contract/resources/artifact";
import type { LineOwner } from "@knockon/contract/resources/fields";
import type { Clock } from "@knockon/contract/vocabulary/clock";
import type { Platform } from "@knockon/contract/vocabulary/scan";
import type { UnresolvedReason } from "@knockon/contract/vocabulary/evidence";
import type { Role } from "@knockon/contract/vocabulary/role";
import { countOf, formatCount } from "./format.ts";

/** Names with their own capitalization. */
const NAMES: Readonly<Record<string, string>> = {
  ci: "CI",
  circleci: "CircleCI",
  github: "GitHub",
  gitlab: "GitLab",
  npm: "npm",
  nuget: "NuGet",
  python: "Python",
  ruby: "Ruby",
  rust: "Rust",
  go: "Go",
  maven: "Maven",
  terraform: "Terraform",
  helm: "Helm",
  jenkins: "Jenkins",
  ansible: "Ansible",
  azure: "Azure",
  bitbucket: "Bitbucket",
  buildkite: "Buildkite",
  bazel: "Bazel",
  nix: "Nix",
  swift: "Swift",
  dart: "Dart",
  conan: "Conan",
  composer: "Composer",
  tekton: "Tekton",
  vagrant: "Vagrant",
  graphql: "GraphQL",
  openapi: "OpenAPI",
};

/** `github_action` → `GitHub action`. */
export const inWords = (term: string): string =>
  term
    .split("_")
    .map((word) => NAMES[word] ?? word)
    .join(" ");

/** Capitalizes the first letter. */
export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `container_image` → `Container image`, `npm_package` → `npm package`. */
export const inHeading = (term: string): string => {
  const words = inWords(term);
  return (term.split("_")[0] ?? "") in NAMES ? words : sentenceCase(words);
};

/** When something arrives that a file decides, where there is no room to name it. */
export const IF_A_FILE = "if a file changes";

/** `on next run`, or `may be on next run` if a version decides it. */
export const timingLabel = (clock: Clock, isMaximum = false): string =>
  isMaximum ? `may be ${CLOCK_WORDS[clock].label}` : CLOCK_WORDS[clock].label;

/** The artifacts of `READ_BY_SCANS`. */
export const READ_BY_SCANS_IN_WORDS =
  "actions, workflows, Terraform modules, Helm charts, images, npm packages, Ansible collections and CI templates";

/** `input` → `inputs`, `peer dependency` → `peer dependencies`, `Vagrant box` → `Vagrant boxes`. */
export const pluralOf = (words: string): string =>
  /(?:s|x|ch)$/u.test(words)
    ? `${words}es`
    : /[^aeiou]y$/u.test(words)
      ? `${words.slice(0, -1)}ies`
      : `${words}s`;

/** `repositories` → `repository`, `API keys` → `API key`, `people` → `person`. */
export const singularOf = (plural: string): string =>
  plural === "people" ? "person" : plural.replace(/ies$/u, "y").replace(/s$/u, "");

/** When a consumer gets a change: as a label, of one repository, of several, and explained. */
export const CLOCK_WORDS: Record<Clock, { label: string; one: string; many: string; long: string }> = {
  next_run: {
    label: "on next run",
    one: "on its next run",
    many: "on their next run",
    long: "The next build or run takes it without a commit.",
  },
  next_update: {
    label: "at next update",
    one: "at its next update",
    many: "at their next update",
    long: "A lock file holds it back until the lock is refreshed.",
  },
  bump: {
    label: "when bumped",
    one: "when bumped",
    many: "when bumped",
    long: "Someone has to edit a version.",
  },
  unknown: {
    label: "unknown",
    one: "at an unknown time",
    many: "at an unknown time",
    long: "No readable file sets the version.",
  },
};

/** What is scanned, in one word: an organization of a host, or a folder or a file of this machine, which can have repositories of several. */
export const sourceWord = (platforms: readonly Platform[], isPlural = false): string =>
  `${platforms.every((platform) => platform === "local") ? "source" : "organization"}${isPlural ? "s" : ""}`;

/** What a consumer needs an artifact for: in a sentence, and explained. */
export const ROLE_WORDS: Record<Role, { where: string; long: string }> = {
  runtime: { where: "at runtime", long: "Ships in what is published or deployed" },
  build: { where: "in builds", long: "Makes what the consumer publishes" },
  ci: { where: "in CI only", long: "Runs in a pipeline" },
  dev: { where: "in development only", long: "Developer tooling" },
  test: { where: "in tests only", long: "Only tests install or run it" },
  example: { where: "in examples only", long: "Examples, tutorials and samples" },
  fixture: { where: "in fixtures only", long: "Static data that nothing installs" },
  documentation: { where: "in documentation only", long: "Links and prose" },
  vendored: { where: "in vendored copies only", long: "A copy of a third-party tree" },
};

/** Whether a change of what has this role is in what the consumer publishes. */
export const isBuiltIn = (role: Role): boolean => role === "runtime" || role === "build";

/** Why a declaration has no producer, and what to do. */
export const REASON_WORDS: Record<UnresolvedReason, { short: string; long: string; next: string }> = {
  no_producer: {
    short: "no producer",
    long: "Names something of your organizations that no scanned repository produces.",
    next: "If a repository that is not scanned produces it, connect that one. If it was renamed or deleted, correct the declarations.",
  },
  unbound: {
    short: "unset variable",
    long: "Uses a variable that nothing in the repository sets.",
    next: "Give it a default in the repository. If only a pipeline sets it, nothing needs to be done.",
  },
  ambiguous: {
    short: "ambiguous",
    long: "More than one repository in this workspace produces this name.",
    next: "Rename one of them.",
  },
  external: {
    short: "external",
    long: "Names nothing of your organizations.",
    next: "If your company owns it, connect its organization. Otherwise, nothing needs to be done.",
  },
};

/** Where the latest known release of an artifact comes from. Consumers may use a higher version. */
export const RELEASE_NOTE =
  "The latest known release is the highest stable version in tags and manifests of the producing repository or, without any, the highest that a consumer pins.";

export const LATEST_RELEASE = "Latest known release";
export const HIGHEST_PIN = "Highest pinned version";

/** The label of the version of an artifact. Without a producer, it is the highest one that a consumer pins. */
export const releaseLabel = ({ source_repository }: Pick<Artifact, "source_repository">): string =>
  source_repository === null ? HIGHEST_PIN : LATEST_RELEASE;

/** A bus factor in words, such as `2 people`. */
export const peopleCount = (busFactor: number): string =>
  busFactor === 1 ? "1 person" : `${formatCount(busFactor)} people`;

/** `@jane`, `@jane and 3 others`. */
export const ownerInWords = ([first = "", ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} and ${countOf(others.length, "other", "others")}`;

/** Names without the organization of the repository, such as `@acme/`. */
function namesWithin(names: readonly string[], fullPath: string): string[] {
  const prefix = `@${fullPath.split("/")[0]}/`.toLowerCase();
  return names.map((name) => (name.toLowerCase().startsWith(prefix) ? name.slice(prefix.length) : name));
}

/** `web and 1 other`: without the organization of the repository. */
export const ownerWithin = (names: readonly string[], fullPath: string): string =>
  ownerInWords(namesWithin(names, fullPath));

/** `web +1`: the same where there is little room. */
export function ownerInBrief(names: readonly string[], fullPath: string): string {
  const [first = "", ...others] = namesWithin(names, fullPath);
  return others.length === 0 ? first : `${first} +${formatCount(others.length)}`;
}

/** Owners that no CODEOWNERS file declares: the word after their name, and why it is there. */
export const INFERRED: Partial<Record<LineOwner["source"], { mark: string; long: string }>> = {
  last_author: { mark: "last author", long: "Last changed the line. No CODEOWNERS rule covers the file." },
  main_author: {
    mark: "author",
    long: "Main author of the repository. No CODEOWNERS rule covers the file.",
  },
};

/** `web (6)`, or `Ada (author, 6)` if no CODEOWNERS file declares it. Without a number, `web` and `Ada (author)`. */
export const withSource = (name: string, source: LineOwner["source"], count?: number): string => {
  const notes = [INFERRED[source]?.mark, count === undefined ? undefined : formatCount(count)].filter(
    Boolean,
  );
  return notes.length === 0 ? name : `${name} (${notes.join(", ")})`;
};

/** All owners of a line, named as within its repository: `Owners: web, data`, `Owner: Ada (author)`. */
export const lineOwnerInWords = ({ names, source }: LineOwner, fullPath = ""): string =>
  withSource(
    `${names.length === 1 ? "Owner" : "Owners"}: ${namesWithin(names, fullPath).join(", ")}`,
    source,
  );

/** The tooltip of an owner: all names in full, and where they are from. */
export const ownerTitle = ({ names, source }: LineOwner): string =>
  `${names.join(", ")}. ${INFERRED[source]?.long ?? (source === "repository" ? "Declared in CODEOWNERS for most files." : "Declared in CODEOWNERS.")}`;

/** The words of a confidence. Manifests and build files are certain, most other files likely, and prose possible. */
export const confidenceInWords = (confidence: number): "certain" | "likely" | "possible" =>
  confidence >= 0.8 ? "certain" : confidence >= 0.4 ? "likely" : "possible";

/** A name without the default registry of Terraform, which all modules without a host have. */
export const withoutRegistry = (name: string): string => name.replace(/^registry\.terraform\.io\//u, "");

/** What passes a change on, as options of `through`, after the label. */
export const PASSED_ON = [
  { value: "artifacts", text: "where built in" },
  { value: "repositories", text: "by every declaration" },
] as const;
