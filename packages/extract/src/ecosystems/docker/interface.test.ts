import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { docker } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [docker]);

const offered = (text: string) => {
  const [image] = extract({ Dockerfile: text }).interfaces ?? [];
  return {
    members: image?.members.map(({ kind, name, line }) => `${kind} ${name} ${line}`),
    open: image?.open,
  };
};

describe("docker: interfaces", () => {
  it("has the distribution, the user and the copied files of the final stage with its bases", () => {
    const text = `ARG VERSION=3.20
FROM golang:1.24 AS build
USER builder
COPY . /src
FROM alpine:\${VERSION} AS base
COPY --from=build /out/tool /usr/bin/tool
FROM base
WORKDIR /opt
COPY a.txt "b.txt" conf/
USER 1000:1000
`;
    expect(extract({ Dockerfile: text }).interfaces).toMatchObject([
      { scope: "container_image:acme/app", file: "Dockerfile", line: 5 },
    ]);
    expect(offered(text)).toEqual({
      members: [
        "distribution apk 5",
        "file /opt/conf 9",
        "file /opt/conf/a.txt 9",
        "file /opt/conf/b.txt 9",
        "file /usr/bin/tool 6",
        "user 1000 10",
      ],
      open: undefined,
    });
  });

  it.each([
    ["debian:12", "apt"],
    ["ghcr.io/acme/ubuntu:24.04", "apt"],
    ["node:22-alpine3.20", "apk"],
    ["python:3.12-slim", "apt"],
    ["redhat/ubi9-minimal", "dnf"],
    ["python:3.12", undefined],
    ["acme/debian-tools", undefined],
    ["gcr.io/distroless/static", undefined],
  ])("finds the package manager of %s", (image, family) => {
    const { members } = offered(`FROM ${image}\n`);
    expect(members?.find((one) => one.startsWith("distribution"))).toBe(family && `distribution ${family} 1`);
  });

  it("is open if the base image is unknown, or commands may write files", () => {
    expect(offered("FROM acme/base:1\n").open).toEqual({
      distribution: "The base image is acme/base:1",
      user: "The base image is acme/base:1",
      file: "The base image is acme/base:1",
    });
    expect(offered("ARG OS=debian\nFROM ${OS}:12\nUSER ${NAME}\n").open).toEqual({
      distribution: "A variable decides the base image",
      user: "A variable decides the user",
      file: "A variable decides the base image",
    });
    expect(offered("FROM scratch\nADD rootfs.tar /\nUSER 0\n")).toEqual({
      members: ["user root 3"],
      open: { file: "RUN or ADD may write it" },
    });
    expect(offered("FROM scratch\nCOPY rootfs /\nUSER app\n").open).toEqual({ file: "COPY may write it" });
    expect(offered("FROM gcr.io/distroless/static:nonroot\n").open?.user).toBeDefined();
  });

  it("lists what a copied folder of the repository has, if two commits are compared", () => {
    const files = {
      Dockerfile:
        "FROM scratch\nCOPY aws/ gcp /conf\nCOPY --from=build aws /built\nCOPY dist /dist\nCOPY gcp /dist\nCOPY dist /conf/dns\n",
      "aws/dns/main.tf": "",
      "gcp/a.tf": "",
    };
    const namesOf = (withSourceInterfaces: boolean) =>
      extractFiles(files, [docker], { fullPath: "acme/app", cloneUrl: null, withSourceInterfaces })
        .interfaces?.[0]?.members.filter(({ kind }) => kind === "file")
        .map(({ name, acceptsAny }) => `${name}${acceptsAny ? "*" : ""}`);
    expect(namesOf(true)).toEqual([
      "/built*",
      "/conf",
      "/conf/a.tf",
      "/conf/dns*",
      "/conf/dns/main.tf",
      "/dist*",
      "/dist/a.tf",
    ]);
    expect(namesOf(false)).toEqual(["/built*", "/conf*", "/conf/aws*", "/conf/dns*", "/conf/gcp*", "/dist*"]);
  });

  it("lists them in the folder of the Dockerfile too, but not if that decides what is copied", () => {
    const files = { "api/Dockerfile": "FROM scratch\nCOPY . /all\nCOPY conf /conf\n", "api/conf/a": "" };
    const [found] =
      extractFiles(files, [docker], { fullPath: "acme/app", cloneUrl: null, withSourceInterfaces: true })
        .interfaces ?? [];
    expect(
      found?.members.map(({ kind, name, acceptsAny }) => `${kind} ${name}${acceptsAny ? "*" : ""}`),
    ).toEqual(["file /all*", "file /conf", "file /conf/a"]);
  });

  it("has the users that commands create, and the value of a variable", () => {
    const text = `FROM scratch
ARG NAME=worker
RUN groupadd app && useradd -ms /bin/sh "$NAME"; echo done
USER \${NAME}:app
`;
    expect(offered(text).members).toEqual(["user worker 4"]);
    expect(offered(`${text}RUN adduser -D other && echo last\nUSER root\n`).members).toEqual([
      "user other 5",
      "user root 6",
      "user worker 3",
    ]);
  });

  it("is that of the stage that a build names", () => {
    const workflow = `jobs:
  push:
    steps:
      - uses: docker/build-push-action@v6
        with:
          push: true
          file: api/Dockerfile
          target: small
          tags: ghcr.io/acme/api:1
`;
    const { interfaces } = extract({
      "api/Dockerfile": "FROM alpine AS small\nFROM debian\n",
      Dockerfile: "FROM fedora\n",
      ".github/workflows/push.yml": workflow,
    });
    expect(interfaces?.map(({ scope, members }) => [scope, members[0]?.name])).toEqual([
      ["container_image:ghcr.io/acme/api", "apk"],
    ]);
  });
});

const passed = (text: string) =>
  extract({ Dockerfile: text }).declarations.map(({ artifact, arguments: given }) => [
    artifact.slice(artifact.lastIndexOf("/") + 1),
    ...(given ?? []).map(({ kind, name, line }) => `${kind} ${name} ${line}`),
  ]);

describe("docker: arguments", () => {
  it("passes the package managers of the stages that continue the image, and root unless USER is set", () => {
    const text = `FROM acme/base AS base
RUN --mount=type=cache,target=/x set -eux; apt-get update && \\
    apt-get install -y git
FROM acme/other
RUN apk add git
FROM base
USER root
RUN dnf install x
`;
    expect(passed(text)).toEqual([
      ["base", "distribution apt 2", "user root 2", "distribution dnf 8"],
      ["other", "distribution apk 5", "user root 5"],
    ]);
  });

  it("leaves out commands that may not run", () => {
    const text = `FROM acme/base
RUN if command -v apt-get; then apt-get install -y git; fi
RUN apt-get update || apk update
RUN echo apt-get install
RUN apt-get --version
RUN sudo apt-get update
`;
    expect(passed(text)).toEqual([["base"]]);
  });

  it("passes the users that instructions name, unless the Dockerfile creates them", () => {
    const text = `FROM acme/base AS base
COPY --chown=app:app a.txt /a
RUN useradd own
FROM base
COPY --chown=1000:0 --link a.txt /b
ADD --chown=own a.txt /c
USER root
USER app:app
`;
    expect(passed(text)).toEqual([["base", "user app 2", "user app 8"]]);
  });

  it("passes the files that are copied from an image", () => {
    const text = `FROM scratch
COPY --from=acme/tool:1 /usr/bin/tool /usr/bin/*.so \${DIR}/x conf/ /out/
`;
    expect(passed(text)).toEqual([["tool", "file /usr/bin/tool 2", "file /conf 2"]]);
  });

  it("passes the files that are copied from an image through a stage that only names it", () => {
    const text = `FROM acme/tool:1 AS tool
USER app
FROM tool AS again
FROM acme/built AS built
RUN make
FROM built AS more
FROM debian
COPY --from=tool /bin/tool /bin/
COPY --from=again /etc/*.conf /etc/again /etc/
COPY --from=built /out /out
COPY --from=more /out /out
COPY --from=3 /x /x
COPY --from=0 /y /y
`;
    expect(passed(text)).toEqual([
      ["tool", "user app 2", "file /bin/tool 8", "file /etc/again 9", "file /y 13"],
      ["built"],
      ["debian"],
    ]);
  });
});
