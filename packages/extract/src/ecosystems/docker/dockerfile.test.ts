import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { docker } from "./index.ts";

/** `line reference` of every declaration of one Dockerfile, and ` ?NAME` for an unbound name. */
function uses(text: string): string[] {
  const { declarations, problems } = extractFiles({ Dockerfile: text }, [docker]);
  expect(problems).toEqual([]);
  return declarations.map(
    ({ sourceLine, rawReference, unbound }) =>
      `${sourceLine} ${rawReference}${unbound ? ` ?${unbound}` : ""}`,
  );
}

describe("docker: Dockerfiles", () => {
  it("declares FROM, COPY --from, RUN --mount and # syntax images", () => {
    const text = `# syntax=docker/dockerfile:1.7
FROM --platform=$BUILDPLATFORM ghcr.io/acme/base:1.2@sha256:0abc AS build
COPY --chown=1:1 --from=nginx:1.27 /etc/nginx /etc/nginx
RUN --mount=type=cache,target=/x \\
    --mount=type=bind,from=ghcr.io/acme/tools:3,source=/bin,target=/t \\
    make
ONBUILD COPY --from=busybox:1 /bin/sh /bin/sh
ADD --chown=1:1 https://example.com/x /x
`;
    expect(uses(text)).toEqual([
      "1 docker/dockerfile:1.7",
      "2 ghcr.io/acme/base:1.2@sha256:0abc",
      "3 nginx:1.27",
      "5 ghcr.io/acme/tools:3",
      "7 busybox:1",
    ]);
  });

  it("returns every field of a declaration", () => {
    const { declarations } = extractFiles({ Dockerfile: "FROM localhost:5000/acme/x:1@sha256:0abc\n" }, [
      docker,
    ]);
    expect(declarations).toEqual([
      {
        ecosystem: "docker",
        dependencyType: "container_image",
        sourceFile: "Dockerfile",
        sourceLine: 1,
        rawReference: "localhost:5000/acme/x:1@sha256:0abc",
        artifact: "localhost:5000/acme/x",
        versionConstraint: "1@sha256:0abc",
        versioning: "docker",
        unbound: null,
        versionComment: null,
        lookups: ["container_image:localhost:5000/acme/x", "convention:container_image:acme/x"],
        evidence: { class: "manifest", rule: "docker.from" },
        role: "runtime",
        scope: "unit:docker:Dockerfile",
        locked: null,
      },
    ]);
  });

  it("declares the same image on two lines twice", () => {
    expect(uses("FROM alpine:3\nFROM alpine:3\n")).toEqual(["1 alpine:3", "2 alpine:3"]);
  });

  it("does not declare stages, stage numbers and scratch", () => {
    const text = `FROM golang:1 as Build
FROM BUILD AS test
FROM scratch
COPY --from=BUILD /x /x
COPY --from=0 /x /x
RUN --mount=type=bind,from=Test,target=/t true
`;
    expect(uses(text)).toEqual(["1 golang:1"]);
  });

  it("declares an image with the name of a later stage", () => {
    expect(uses("FROM alpine AS alpine\nFROM alpine\n")).toEqual(["1 alpine"]);
    expect(uses("FROM alpine\nCOPY --from=nginx /a /a\nFROM busybox AS nginx\n")).toEqual([
      "1 alpine",
      "2 nginx",
      "3 busybox",
    ]);
  });
});

describe("docker: build arguments", () => {
  it("interpolates defaults and alternatives", () => {
    const text = `ARG REGISTRY=ghcr.io/acme
ARG TAG="1.2"
ARG BASE=\${REGISTRY}/base
FROM $BASE:$TAG
FROM \${BASE}:\${OTHER:-\${TAG}-slim}
FROM alpine\${TAG:+:3}\${OTHER:+:4}
`;
    expect(uses(text)).toEqual(["4 ghcr.io/acme/base:1.2", "5 ghcr.io/acme/base:1.2-slim", "6 alpine:3"]);
  });

  it("declares an image that an argument names as a whole on the argument's line", () => {
    const text = `ARG TAG=1
ARG BASE=acme/base:$TAG
ARG TOOL=acme/tool
ARG OTHER=$TOOL
FROM \${BASE} AS build
FROM "$OTHER"
FROM $TOOL:$TAG
ARG COPIED=acme/copied:2
COPY --from=$COPIED /x /x
COPY --from=$BASE /y /y
`;
    expect(uses(text)).toEqual([
      "2 acme/base:1",
      "3 acme/tool",
      "7 acme/tool:1",
      "9 acme/copied:2",
      "10 $BASE ?BASE",
    ]);
  });

  it("has the strongest role of the stages that an argument names the image of", () => {
    const text = "ARG BASE=acme/base:1\nFROM $BASE\nFROM $BASE AS test\n";
    const { declarations } = extractFiles({ Dockerfile: text }, [docker]);
    expect(declarations).toMatchObject([{ sourceLine: 1, role: "runtime" }]);
  });

  it("reports the unbound argument that causes an unbound reference", () => {
    expect(uses("ARG BASE\nFROM $BASE\n")).toEqual(["2 $BASE ?BASE"]);
    expect(uses("ARG HOST\nARG BASE=${HOST}/x\nFROM ${BASE}:1\n")).toEqual(["3 ${HOST}/x:1 ?HOST"]);
    expect(uses("FROM ${NEVER_DECLARED:?needed}\n")).toEqual(["1 ${NEVER_DECLARED:?needed} ?NEVER_DECLARED"]);
  });

  it("keeps lookups for an unbound tag", () => {
    const { declarations } = extractFiles({ Dockerfile: "ARG TAG\nFROM acme/base:${TAG}\nFROM ${X}/b:1\n" }, [
      docker,
    ]);
    expect(declarations).toMatchObject([
      {
        artifact: "docker.io/acme/base",
        versionConstraint: "${TAG}",
        unbound: "TAG",
        lookups: ["container_image:docker.io/acme/base", "convention:container_image:acme/base"],
      },
      { artifact: "${X}/b", versionConstraint: "1", unbound: "X", lookups: [] },
    ]);
  });

  it("are visible in their stage and stages built on it, but not in FROM", () => {
    const text = `ARG TAG=1
FROM alpine:3 AS one
COPY --from=nginx:$TAG / /
ARG TAG
COPY --from=nginx:$TAG / /
ARG TAG=2
COPY --from=nginx:$TAG / /
FROM one
COPY --from=nginx:$TAG / /
FROM alpine:$TAG
COPY --from=nginx:$TAG / /
`;
    expect(uses(text)).toEqual([
      "2 alpine:3",
      "3 nginx:$TAG ?TAG",
      "5 nginx:1",
      "7 nginx:2",
      "9 nginx:2",
      "10 alpine:1",
      "11 nginx:$TAG ?TAG",
    ]);
  });

  it("are limited in length", () => {
    const doublings = Array.from({ length: 60 }, (_, index) => `ARG A${index + 1}=$A${index}$A${index}`);
    const text = `ARG A0=xxxx\n${doublings.join("\n")}\nFROM $A60\n`;
    expect(extractFiles({ Dockerfile: text }, [docker]).problems).toMatchObject([{ line: 61 }]);
  });
});

it("docker: a path may have any number of commas", () => {
  const text = `FROM a\nCOPY --from=b ["x${",".repeat(100_000)}y", "/z/"]\n`;
  expect(uses(text)).toEqual(["1 a", "2 b"]);
});
