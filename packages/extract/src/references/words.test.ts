import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFetchCommands } from "./patterns/fetch-command.ts";
import { readImageNames } from "./patterns/image-name.ts";
import { mentionsInstaller } from "./patterns/installs.ts";
import { mentionsMavenUrl } from "./patterns/maven-url.ts";
import { GIT_MENTION, OTHER_MENTION, REFERENCE_WORDS } from "./words.ts";

const none = (): ReadonlyMap<string, string> => new Map();

/** Whether a text has a reference of the kind whose words a group has. */
const KINDS = {
  git: (text: string) => GIT_MENTION.test(text),
  source: (text: string) => OTHER_MENTION.test(text),
  fetchCommand: (text: string) => {
    const { sightings, hints, builtImages } = readFetchCommands(text, none);
    return sightings.length + hints.length + builtImages.length > 0;
  },
  installCommand: mentionsInstaller,
  mavenRepository: mentionsMavenUrl,
  imageName: (text: string) =>
    ["app.py", "app.yml"].some(
      (path) => readImageNames(path, text, { hasRegistry: false, hasImageName: true }).length > 0,
    ),
  imageRegistry: (text: string) =>
    readImageNames("app.py", text, { hasRegistry: true, hasImageName: false }).length > 0,
};

const PROGRAMS =
  "git $(GIT) docker podman nerdctl buildah crane skopeo helm go gh ansible-galaxy curl wget kubectl kustomize terraform tofu pip pip3 " +
  "pip3.12 pipx uv uvx poetry pdm npm npx pnpm pnpx yarn bun bunx cargo gem bundle composer brew dotnet puppet mix $(PIP) ${PIP} $(MY_PIP)";
const ARGUMENTS =
  "clone fetch pull run install get build from copy repo api release extension plugin apply init -from-module= add https://github.com/acme/kit " +
  "ghcr.io/acme/kit:1 docker://quay.io/acme/kit:1 oci://acme.azurecr.io/kit acme/kit github.com/acme/kit@v1 view -R git+https://acme.io/kit.git";
const PIECES = [
  "git clone https://github.com/acme/kit",
  "docker pull ghcr.io/acme/kit:1",
  "go install github.com/acme/kit@v1",
  "helm pull oci://ghcr.io/acme/kit",
  "curl\thttps://github.com/acme/kit/releases/download/v1/kit",
  "gh release download -R acme/kit",
  "Git",
  "hub",
  "IMAGE",
  "bitbucket",
  "codeberg",
  "renovate:",
  "local>",
  "/-/",
  "mix archive.install hex kit",
  "session.install(",
  "session.conda_install(",
  "session.run_always(",
  "https://repo1.maven.org/maven2/",
  "https://repo.maven.apache.org/maven2/",
  "https://maven-central.storage-download.googleapis.com/maven2/",
  "https://oss.sonatype.org/content/groups/public/",
  "https://maven.pkg.github.com/acme/kit/",
  "https://jitpack.io",
  'toolImage = "acme/kit"',
  "kit_image: acme/kit:1",
  '"quay.io/acme/kit:1"',
  '"registry.gitlab.com/acme/kit:1"',
  '"public.ecr.aws/acme/kit:1"',
  '"docker.io/acme/kit:1"',
  '"europe-docker.pkg.dev/acme/kit:1"',
  '"123456789012.dkr.ecr.eu-west-1.amazonaws.com/kit:1"',
];
const BETWEEN = [" ", "  ", "\t", " \t", "\t ", '"', "'", '", "', "', '", "\n", ""];

const words = (text: string): fc.Arbitrary<string> => fc.constantFrom(...text.split(" "));
const between = fc.constantFrom(...BETWEEN);
const command = fc.tuple(words(PROGRAMS), between, words(ARGUMENTS), between, words(ARGUMENTS), between);
const piece = fc.tuple(fc.constantFrom(...PIECES), between);
const text = fc
  .array(fc.oneof(command, piece), { maxLength: 3 })
  .map((pieces) => pieces.map((one) => one.join("")).join(""));

describe("words of references", () => {
  it.each(Object.entries(KINDS))(
    "contain one of every text with a reference of the kind %s",
    (group, hasReference) => {
      let count = 0;
      fc.assert(
        fc.property(text, (source) => {
          if (!hasReference(source)) return;
          count += 1;
          const found = REFERENCE_WORDS.find(new TextEncoder().encode(source));
          expect([...found]).toContain(group);
        }),
        { numRuns: 5_000 },
      );
      expect(count).toBeGreaterThan(10);
    },
  );
});
