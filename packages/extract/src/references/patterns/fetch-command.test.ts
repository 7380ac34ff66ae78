import { describe, expect, it } from "vitest";
import type { Declaration } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { references } from "../index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [references]);
const declarations = (text: string, path = "build.sh"): Declaration[] =>
  extract({ [path]: text }).declarations;

/** `line artifact constraint` of every declaration. */
const summary = (text: string, path?: string): string[] =>
  declarations(text, path).map(
    ({ sourceLine, artifact, versionConstraint }) => `${sourceLine} ${artifact} ${versionConstraint}`,
  );

describe("references: fetch commands", () => {
  it("returns every field of a declaration", () => {
    const text = "#!/bin/sh\ngit clone --depth 1 -b v1.2 https://github.com/Acme/Tool.git /tmp/tool\n";
    expect(extract({ "build.sh": text })).toEqual({
      declarations: [
        {
          ecosystem: "references",
          dependencyType: "git_repository",
          sourceFile: "build.sh",
          sourceLine: 2,
          rawReference: "https://github.com/Acme/Tool.git",
          artifact: "github.com/Acme/Tool",
          versionConstraint: "v1.2",
          versioning: "git",
          unbound: null,
          versionComment: null,
          lookups: ["git:github.com/acme/tool"],
          evidence: { class: "build_file", rule: "references.git" },
          role: "build",
          scope: "unit:references:.",
          locked: null,
        },
      ],
      artifacts: [],
      compositions: [],
      problems: [],
    });
  });

  it.each([
    ["git clone git@git.acme.io:team/tool.git", "1 git.acme.io/team/tool null"],
    ["git clone 'https://git.acme.io/team/tool'", "1 git.acme.io/team/tool null"],
    ["git clone --branch=v1 https://git.acme.io/team/tool", "1 git.acme.io/team/tool v1"],
    ["git -C /src submodule add -b main https://github.com/acme/tool lib", "1 github.com/acme/tool main"],
    ["\t$(GIT) clone -b v1 https://git.acme.io/team/tool", "1 git.acme.io/team/tool v1"],
    [
      "git -c advice.detachedHead=false clone -b v1 https://git.acme.io/team/tool",
      "1 git.acme.io/team/tool v1",
    ],
    [
      `git --no-pager -c http.extraHeader="Authorization: $T" -C "$D" clone -b v1 git@git.acme.io:team/tool.git`,
      "1 git.acme.io/team/tool v1",
    ],
    ["git --git-dir=/src/.git fetch https://git.acme.io/team/tool v1", "1 git.acme.io/team/tool v1"],
    ["helm plugin install https://git.acme.io/team/tool --version v1", "1 git.acme.io/team/tool v1"],
    ["git remote add upstream https://github.com/acme/tool", "1 github.com/acme/tool null"],
    ["git pull https://github.com/acme/tool main", "1 github.com/acme/tool main"],
    ["git subtree add --prefix=x https://github.com/acme/tool v1 --squash", "1 github.com/acme/tool v1"],
    ["pip install 'git+https://github.com/acme/tool@v1'", "1 github.com/acme/tool v1"],
    ["pip3 install git+ssh://git@git.acme.io/team/tool.git@v1#egg=tool", "1 git.acme.io/team/tool v1"],
    ["npx github:acme/tool#v1 --yes", "1 github.com/acme/tool v1"],
    ["npm install --save-dev github:acme/tool", "1 github.com/acme/tool null"],
    ["cargo install --git https://git.acme.io/team/tool --tag v1", "1 git.acme.io/team/tool v1"],
    ["curl -fsSL https://raw.githubusercontent.com/acme/tool/v1/i.sh | sh", "1 github.com/acme/tool v1"],
    ["wget https://github.com/acme/tool/releases/download/v1/t.tgz", "1 github.com/acme/tool v1"],
    ["curl https://api.github.com/repos/acme/tool/releases/latest", "1 github.com/acme/tool latest"],
    ["gh release download v1 -R acme/tool -p '*.tgz'", "1 github.com/acme/tool v1"],
    ["gh release download --repo=acme/tool", "1 github.com/acme/tool null"],
    ["gh repo clone acme/tool", "1 github.com/acme/tool null"],
    ["gh api repos/acme/tool/tarball/v1", "1 github.com/acme/tool v1"],
    ["ansible-galaxy install git+https://github.com/acme/role.git,v1", "1 github.com/acme/role v1"],
    ["terraform init -from-module=git::https://git.acme.io/m/vpc.git?ref=v1", "1 git.acme.io/m/vpc v1"],
    ["kubectl apply -f https://raw.githubusercontent.com/acme/tool/v1/a.yaml", "1 github.com/acme/tool v1"],
    ["kubectl apply -k 'https://github.com/acme/tool//config?ref=v1'", "1 github.com/acme/tool v1"],
    ["kustomize build https://github.com/acme/tool/config?ref=v1", "1 github.com/acme/tool v1"],
    ["docker build https://github.com/acme/tool.git#v1:docker", "1 github.com/acme/tool v1"],
    ["go install github.com/acme/tool/cmd/x@v1.2.0", "1 github.com/acme/tool/cmd/x v1.2.0"],
    ["go install -v -ldflags '-s -w' go.acme.io/tool@latest", "1 go.acme.io/tool latest"],
    ["go get -u github.com/acme/a github.com/acme/b@v2", "1 github.com/acme/a null|1 github.com/acme/b v2"],
    ["docker pull ghcr.io/acme/base:1.2", "1 ghcr.io/acme/base 1.2"],
    ["docker pull --platform linux/amd64 acme/base", "1 docker.io/acme/base null"],
    [
      "sudo docker run -it --rm -p8080:80 -v /a:/b -e A=b --name x acme/base:1 sh -c 'x'",
      "1 docker.io/acme/base 1",
    ],
    ["podman run --network=host quay.io/acme/base@sha256:abc", "1 quay.io/acme/base sha256:abc"],
    ["docker run -a stdout acme/base:1", "1 docker.io/acme/base 1"],
    // All tags.
    ["docker pull -a acme/base", "1 docker.io/acme/base null"],
    ["docker run acme/base:1 docker pull acme/other:1", "1 docker.io/acme/base 1"],
    ["docker run --rm alpine true", "1 docker.io/library/alpine null"],
    ["crane copy ghcr.io/acme/base:1 mirror.acme.io/base:1", "1 ghcr.io/acme/base 1"],
    ["skopeo copy docker://ghcr.io/acme/base:1 dir:/tmp/x", "1 ghcr.io/acme/base 1"],
    ["helm repo add acme https://charts.acme.io/stable", "1 charts.acme.io/stable null"],
    ["helm install app oci://ghcr.io/acme/charts/app --version 1.2", "1 ghcr.io/acme/charts/app 1.2"],
    ["helm pull oci://ghcr.io/acme/charts/app", "1 ghcr.io/acme/charts/app null"],
  ])("reads %s", (command, expected) => {
    expect(summary(`${command}\n`)).toEqual(expected.split("|"));
  });

  it.each([
    'U=https://git.acme.io/acme/tool\nR=v1.2.3\ngit clone --branch "$R" -- "$U" dir\n',
    'U="${X:-https://git.acme.io/acme/tool}"\nD=v1.2.3\nR="${Y:-$D}"\nif ! git clone --depth 1 -b "$R" "${U}"; then\n',
    "U: https://git.acme.io/acme/tool\nrun: |\n  git ls-remote $U\n  git clone -b v1.2.3 $U\n  git clone -b v1.2.3 $U other\n",
    "U := https://git.acme.io/acme/tool\n\tgit clone --branch=v1.2.3 $(U)\n",
  ])("applies the ref to a URL in a variable, on the line of the URL: %j", (text) => {
    expect(declarations(text, "x")).toMatchObject([
      {
        sourceLine: 1,
        artifact: "git.acme.io/acme/tool",
        versionConstraint: "v1.2.3",
        evidence: { class: "build_file", rule: "references.git" },
      },
    ]);
  });

  it("reports an unbound ref for a URL in a variable", () => {
    const text = 'U=https://github.com/acme/tool\ngit clone -b "$R" "$U"\n';
    expect(declarations(text)).toMatchObject([{ versionConstraint: "$R", unbound: "R" }]);
  });

  it.each([
    "U=https://github.com/acme/tool\ngit clone -b v1 $U\ngit clone $U\n",
    "U=https://github.com/acme/tool\nU=https://github.com/acme/other\ngit clone -b v1 $U\n",
    "U=https://github.com/acme/tool\ngit clone -b v1 $W\n",
    "U=https://github.com/acme/tool\nW=https://gitlab.acme.io/a/b\ngit clone -b v1 https://github.com/acme/third $U\n",
  ])("ignores variables with several values or conflicting commands: %j", (text) => {
    expect(declarations(text)[0]).toMatchObject({
      versionConstraint: null,
      evidence: { rule: "references.url" },
    });
  });

  it("looks up every possible module of a Go package, then the repository", () => {
    expect(declarations("go install github.com/Acme/tool/cmd/x@v1")[0]).toMatchObject({
      dependencyType: "go_module",
      versioning: "go",
      rawReference: "github.com/Acme/tool/cmd/x@v1",
      lookups: [
        "go_module:github.com/Acme/tool/cmd/x",
        "go_module:github.com/Acme/tool/cmd",
        "go_module:github.com/Acme/tool",
        "git:github.com/acme/tool",
      ],
    });
  });

  it("looks up images and charts", () => {
    expect(declarations("docker pull ghcr.io/acme/base:1")[0]).toMatchObject({
      dependencyType: "container_image",
      versioning: "docker",
      lookups: ["container_image:ghcr.io/acme/base", "convention:container_image:acme/base"],
    });
    expect(declarations("helm repo add acme https://acme.github.io/charts")[0]).toMatchObject({
      dependencyType: "helm_chart",
      rawReference: "https://acme.github.io/charts",
      lookups: ["git:github.com/acme/charts"],
    });
  });

  it("reads continuation lines, and returns the line of the argument", () => {
    const text =
      "docker run --rm \\\n  -v /a:/b \\\n  ghcr.io/acme/base:1 \\\n  sh\ngit clone -b v1 \\\n  https://git.acme.io/team/tool\n";
    expect(summary(text)).toEqual(["3 ghcr.io/acme/base 1", "6 git.acme.io/team/tool v1"]);
  });

  it("ends a command at the end of the enclosing string", () => {
    const text =
      '{\n"scripts": {"a": "docker pull acme/a:1", "b": "git clone https://git.acme.io/team/tool"}\n}';
    expect(summary(text, "package.json")).toEqual(["2 docker.io/acme/a 1", "2 git.acme.io/team/tool null"]);
  });

  it("ignores variables, local images and local paths", () => {
    const text = `git clone "$REPOSITORY"
docker run "$IMAGE"
docker build -t acme/app:$TAG .
docker run acme/app:1
go install ./cmd/x
go run main.go
helm install app ./chart
helm install app acme/app
echo "docker run failed"
podman push ghcr.io/acme/app
my-docker pull acme/x:1
`;
    expect(summary(text)).toEqual(["11 my-docker null"]);
  });
});
