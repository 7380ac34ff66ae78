import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { docker } from "../../ecosystems/docker/index.ts";
import { kubernetes } from "../../ecosystems/kubernetes/index.ts";
import { references } from "../index.ts";

const images = (path: string, text: string): string[] =>
  extractFiles({ [path]: text }, [docker, kubernetes, references])
    .declarations.filter(({ dependencyType }) => dependencyType === "container_image")
    .map(
      ({ sourceLine, artifact, versionConstraint, role, evidence, requiresProducer }) =>
        `${sourceLine} ${artifact} ${versionConstraint} ${role} ${evidence.class}${requiresProducer ? " by name" : ""}`,
    );

const DIGEST = `sha256:${"a".repeat(64)}`;

describe("references: names of images in data and programs", () => {
  it("reads data", () => {
    expect(
      images("src/main/resources/versions.json", '{\n  "3.9": "quay.io/acme/base:latest-3.9"\n}\n'),
    ).toEqual(["2 quay.io/acme/base latest-3.9 runtime unclassified by name"]);
  });

  it.each(["src/main/java/Kit.java", "kit/kit.go", "kit/kit.py", "kit/kit.ts"])("reads %s", (path) => {
    expect(images(path, 'String IMAGE = "ghcr.io/acme/base:1.2";\n')).toEqual([
      "1 ghcr.io/acme/base 1.2 runtime unclassified by name",
    ]);
  });

  it.each([
    "docker.io/acme/base",
    "gcr.io/acme/base",
    "eu.gcr.io/acme/base",
    "acmeteam.azurecr.io/base",
    "public.ecr.aws/acme/base",
    "europe-docker.pkg.dev/acme/images/base",
    "registry.gitlab.com/acme/base",
    "123456789012.dkr.ecr.eu-west-1.amazonaws.com/base",
  ])("reads %s", (name) => {
    expect(images("kit/kit.go", `const image = "${name}@${DIGEST}"\n`)).toEqual([
      `1 ${name} ${DIGEST} runtime unclassified by name`,
    ]);
  });

  it("reads names without a registry if their key names an image", () => {
    const text = `drupal_image: 'acme/drupal:11-arm64'
    - builderImage: acme/builder:v2 # the builder
  name: acme/other:1
  image_pull_policy: acme/policy
  image: "{{ x }}/acme/template:1"
`;
    expect(images("config.yml", text)).toEqual([
      "1 docker.io/acme/drupal 11-arm64 runtime unclassified by name",
      "2 docker.io/acme/builder v2 runtime unclassified by name",
    ]);
    expect(images("config.go", text)).toEqual([
      "1 docker.io/acme/drupal 11-arm64 runtime unclassified by name",
    ]);
  });

  it("reads names without a version if their key is an image, and does not know when they change", () => {
    const data = `image: acme/base
upgradeImage: "quay.io/acme/upgrade" # the version is in the next line
version: 1.2
image_registry: acme/registry
imagePullSecret: acme/secret
logo-image: images/logo.png
image: docs
`;
    expect(images("config/kit.yaml", data)).toEqual([
      "1 docker.io/acme/base null runtime unclassified by name",
      "2 quay.io/acme/upgrade null runtime unclassified by name",
    ]);
    const code = `const (
	upgradeImage        = "acme/upgrade"
	DefaultJobImage = "acme/job:latest"
	imageRepository = "acme/repository"
	image := "docs/image.md"
	Names{Image: "acme/listed"}
	BASE_IMAGE = 'quay.io/acme/base'
	if image == "acme/compared" {
`;
    expect(images("kit/kit.go", code)).toEqual([
      "2 docker.io/acme/upgrade null runtime unclassified by name",
      "3 docker.io/acme/job latest runtime unclassified by name",
      "6 docker.io/acme/listed null runtime unclassified by name",
      "7 quay.io/acme/base null runtime unclassified by name",
    ]);
    expect(images("kit/kit_test.go", code)).toEqual([]);
    const { declarations } = extractFiles({ "kit.go": code }, [references]);
    expect(declarations.map(({ unbound }) => unbound)).toEqual(["tag", null, "tag", "tag"]);
  });

  it("reads values without quotes", () => {
    const text = `env:
  - name: BRIDGE
    value: quay.io/acme/bridge:1 # the bridge
  - quay.io/acme/listed:1
versions: |
  4.2.0=quay.io/acme/kafka:4.2.0
  run quay.io/acme/word:1
  quay.io/acme/text:1
`;
    expect(images("config/kit.yaml", text)).toEqual([
      "3 quay.io/acme/bridge 1 runtime unclassified by name",
      "4 quay.io/acme/listed 1 runtime unclassified by name",
      "6 quay.io/acme/kafka 4.2.0 runtime unclassified by name",
    ]);
  });

  it("leaves a line to the ecosystem that reads it", () => {
    const text = `apiVersion: v1
kind: Pod
metadata: {name: kit}
spec:
  containers:
    - name: kit
      image: quay.io/acme/kit:1
      args: ["--image", "quay.io/acme/base:1"]
`;
    expect(images("deploy/kit.yaml", text)).toEqual([
      "7 quay.io/acme/kit 1 runtime manifest",
      "8 quay.io/acme/base 1 runtime unclassified by name",
    ]);
  });

  it("ignores names without a version, templates, and parts of values", () => {
    const text = `a = "ghcr.io/acme/base"
b = "ghcr.io/acme/base:"
c = "ghcr.io/acme/base:\${V}"
d = "https://ghcr.io/acme/base:1"
e = "acme.ghcr.io/acme/base:1"
f = "image ghcr.io/acme/base:1"
g = "ghcr.io/acme/base:1 or later"
h = "registry.acme.io/acme/base:1"
`;
    expect(images("kit/kit.py", text)).toEqual([]);
  });

  it("ignores comments, comparisons, documentation, tests and scripts", () => {
    const value = '"ghcr.io/acme/base:1"';
    expect(images("kit/kit.go", `// image := ${value}\nif image == ${value} {\n`)).toEqual([]);
    for (const path of ["README.md", "docs/kit.yaml", "kit/kit_test.go", "testdata/kit.json", "push.sh"])
      expect(images(path, `image = ${value}\n`)).toEqual([]);
  });
});
