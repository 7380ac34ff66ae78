import { WordSearch } from "../document/word-search.ts";

/** Every reference contains one of these, except installed packages, URLs of Maven repositories, and names of programs and images. */
export const GIT_MENTION = /[Gg]it(?:[^a-z]|hub|lab|$)/;
export const OTHER_MENTION =
  /docker|podman|nerdctl|buildah|crane|skopeo|helm|go[ \t]+(?:install|get|run)|IMAGE|gh[ \t]+(?:repo|release|extension|api)|bitbucket|codeberg|renovate:|local>|\/-\/|(?:curl|wget)[ \t]/;

const followed = (words: string, ends: readonly string[]): string[] =>
  words.split(" ").flatMap((word) => ends.map((end) => word + end));
const BLANK = [" ", "\t"];

/** A program with one of its subcommands, or with more white space after it. */
const withSubcommand = (program: string, subcommands: string): string[] => [
  `${program}\t`,
  ...followed(
    program,
    [...BLANK, ...subcommands.split(" ")].map((end) => ` ${end}`),
  ),
];
const GO = withSubcommand("go", "install get run");
const GITHUB = withSubcommand("gh", "repo release extension api");

/**
 * The words of which a text contains one if it has a reference of that kind. Most texts contain none, so that they are read
 * once, instead of by a pattern of each kind.
 */
export const REFERENCE_WORDS = new WordSearch({
  git: ["git", "Git"],
  source: [
    ..."docker podman nerdctl buildah crane skopeo helm IMAGE bitbucket codeberg renovate: local> /-/".split(
      " ",
    ),
    ...followed("curl wget", BLANK),
    ...GO,
    ...GITHUB,
  ],
  fetchCommand: [
    ...followed("git $(GIT) docker podman nerdctl buildah crane skopeo helm ansible-galaxy", BLANK),
    ...followed("curl wget kubectl kustomize terraform tofu", BLANK),
    ...GO,
    ...GITHUB,
  ],
  installCommand: [
    ...followed("pip uv uvx poetry pdm npm npx yarn bun bunx cargo gem bundle composer brew dotnet puppet", [
      ...BLANK,
      '"',
      "'",
    ]),
    ...followed("mix", [" a", " e"]),
    ...followed("pip", "0 1 2 3 4 5 6 7 8 9 x .".split(" ")),
    ...followed("session.", ["install", "conda_install", "run"]),
    "(PIP",
    "{PIP",
    "_PIP",
  ],
  mavenRepository: ["maven.", "maven-central.", "oss.sonatype.org/", "jitpack.io"],
  imageName: ["mage", "MAGE"],
  imageRegistry: [
    "cr.io/",
    "quay.io/",
    "docker.io/",
    "ecr.aws/",
    "pkg.dev/",
    "gitlab.com/",
    "amazonaws.com/",
  ],
});
