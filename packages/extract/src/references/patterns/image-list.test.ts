import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { docker } from "../../ecosystems/docker/index.ts";
import { references } from "../index.ts";

const images = (path: string, text: string): string[] =>
  extractFiles({ [path]: text }, [docker, references])
    .declarations.filter(({ dependencyType }) => dependencyType === "container_image")
    .map(
      ({ sourceLine, artifact, versionConstraint, role, requiresProducer, unbound }) =>
        `${sourceLine} ${artifact} ${versionConstraint} ${role}${requiresProducer ? " by name" : ""}${unbound === null ? "" : ` ${unbound}`}`,
    );

describe("references: images that a script lists", () => {
  it("reads a list in a here-document, whose registry is a variable", () => {
    const text = `#!/usr/bin/env bash
BASE_VERSION=v1.2
xargs -n1 $PULL << EOF >> build/images.txt
    \${REGISTRY}/acme/base:\${BASE_VERSION}
    \${REGISTRY}/acme/proxy:\${PROXY_VERSION}
    quay.io/acme/tool:v1@sha256:${"a".repeat(64)}
    \${REGISTRY}/\${REPO}/own:1
    \${REGISTRY}/acme/none
    # acme/old:1
EOF
`;
    expect(images("scripts/build-images", text)).toEqual([
      "4 docker.io/acme/base v1.2 runtime by name",
      "5 docker.io/acme/proxy ${PROXY_VERSION} runtime by name PROXY_VERSION",
      `6 quay.io/acme/tool v1@sha256:${"a".repeat(64)} runtime by name`,
    ]);
  });

  it("reads arrays and texts in quotes", () => {
    const text = `IMAGES=(
  "acme/base:1"
  acme/tool:2 \\
)
MORE="
  acme/first:3
  acme/last:4"
`;
    expect(images("pull.sh", text)).toEqual([
      "2 docker.io/acme/base 1 runtime by name",
      "3 docker.io/acme/tool 2 runtime by name",
      "6 docker.io/acme/first 3 runtime by name",
      "7 docker.io/acme/last 4 runtime by name",
    ]);
  });

  it("reads the image that a linker sets in a program", () => {
    const text = `#!/bin/sh
FLAGS="
    -X \${PKG}/chart.DefaultJobImage=acme/job:\${JOB_VERSION}
    -X \${PKG}/chart.Repo=acme/other:1
    -X \${PKG}/chart.OwnImage=\${REPO}/own:1
"
`;
    const found = "docker.io/acme/job ${JOB_VERSION} runtime by name JOB_VERSION";
    expect(images("scripts/build", text)).toEqual([`3 ${found}`]);
    expect(
      images(
        "Makefile",
        'LDFLAGS += -X main.JobImage=acme/job:${JOB_VERSION} -X "main.SideImage=acme/side:1"\n',
      ),
    ).toEqual([`1 ${found}`, "1 docker.io/acme/side 1 runtime by name"]);
  });

  it("keeps the role of scripts for CI and tests", () => {
    expect(images("scripts/ci-images.sh", "acme/base:1\n")).toEqual(["1 docker.io/acme/base 1 ci by name"]);
    expect(images("tests/images.sh", "acme/base:1\n")).toEqual(["1 docker.io/acme/base 1 test by name"]);
  });

  it("reads files that are lists of images", () => {
    const text =
      "# for offline use\nacme/base:1\nquay.io/acme/tool:v2\nacme/none\nsee https://github.com/acme/x\n";
    for (const path of ["deploy/acme-images.txt", "image-list.txt", "airgap/images.list"])
      expect(images(path, text)).toEqual([
        "2 docker.io/acme/base 1 runtime by name",
        "3 quay.io/acme/tool v2 runtime by name",
      ]);
    for (const path of ["docs/images.txt", "src/test/resources/images.txt", "email_about_image.txt"])
      expect(images(path, text)).toEqual([]);
  });

  it("reads nothing in prose and programs, nor owners of files and volumes", () => {
    const text = "acme/base:1\nFLAGS=-X main.JobImage=acme/job:1\n";
    for (const path of ["README.md", "a.go", "a.py", "a.yml"]) expect(images(path, text)).toEqual([]);
    const others = `#!/bin/sh
chown www/data:1 /srv
docker run -v ./a/b:/c
http://a/b:1
/a/b:1
../a/b:1
`;
    expect(images("a.sh", others)).toEqual([]);
  });
});
