import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { docker } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [docker]);

/** `image: role` of every declaration, without the registry. */
const roles = (files: Record<string, string>): string[] =>
  extract(files).declarations.map(({ rawReference, role }) => `${rawReference}: ${role}`);

/** `image < Dockerfile` of every composition. */
const links = (files: Record<string, string>): string[] =>
  extract(files).compositions.map(
    ({ outer, inner }) => `${outer.replace("container_image:", "")} < ${inner.replace("unit:docker:", "")}`,
  );

const STAGES = `# syntax=docker/dockerfile:1
FROM acme/toolchain AS base
FROM base AS build
COPY --from=acme/generator /gen /gen
RUN --mount=from=acme/cache,target=/c make
FROM acme/tool AS tool
FROM acme/linter AS lint
FROM acme/selenium AS unit-test
FROM acme/unused AS extra
FROM acme/runtime AS common
FROM common
COPY --from=build /app /app
COPY --from=tool /bin/tool /bin/tool
COPY --from=acme/agent /agent /agent
RUN --mount=from=acme/patcher,target=/p /p/run
`;

describe("docker: roles of stages", () => {
  it("follow from how the final stage uses them", () => {
    expect(roles({ Dockerfile: STAGES })).toEqual([
      "docker/dockerfile:1: build",
      "acme/toolchain: build",
      "acme/generator: build",
      "acme/cache: build",
      "acme/tool: runtime",
      "acme/linter: dev",
      "acme/selenium: test",
      "acme/unused: dev",
      "acme/runtime: runtime",
      "acme/agent: runtime",
      "acme/patcher: build",
    ]);
  });

  it("follow stage numbers", () => {
    const text =
      "FROM acme/a\nRUN make\nFROM acme/b\nRUN make\nFROM acme/c\nCOPY --from=0 /app /\nCOPY --from=9 / /\n";
    expect(roles({ Dockerfile: text })).toEqual(["acme/a: build", "acme/b: dev", "acme/c: runtime"]);
  });

  it("are runtime for a stage that is copied as a whole", () => {
    const text =
      "FROM acme/b AS build\nRUN make\nFROM acme/a AS merge\nCOPY --from=build / /out\nFROM scratch\nCOPY --from=merge / /\n";
    expect(roles({ Dockerfile: text })).toEqual(["acme/b: build", "acme/a: runtime"]);
  });

  it("do not take a last stage named after tests or development as final", () => {
    const text = "FROM acme/a AS app\nFROM acme/b AS debug\nFROM app AS dev\n";
    expect(roles({ Dockerfile: text })).toEqual(["acme/a: runtime", "acme/b: dev"]);
    expect(roles({ Dockerfile: "FROM acme/a AS test\n" })).toEqual(["acme/a: runtime"]);
  });

  it("are runtime for files that ship through a build stage", () => {
    const text = `FROM acme/watchdog AS watchdog
FROM acme/check AS check
FROM golang AS build
COPY --from=watchdog /fwatchdog /usr/bin/fwatchdog
COPY --from=check /check /usr/bin/
COPY --from=acme/certs /certs /etc/certs
COPY --from=acme/helper /helper .
WORKDIR /out/
COPY --from=acme/assets /a/logo /b/icon ./
COPY --from=acme/other ["/x", "other/"]
FROM scratch
COPY --from=build /usr/bin/fwatchdog /
COPY --from=build /etc/certs/root.pem /etc/certs/
COPY --from=build /out/ic*n /
`;
    expect(roles({ Dockerfile: text })).toEqual([
      "acme/watchdog: runtime",
      "acme/check: build",
      "golang: build",
      "acme/certs: runtime",
      "acme/helper: build",
      "acme/assets: runtime",
      "acme/other: build",
    ]);
    const whole =
      "FROM golang AS build\nCOPY --from=acme/tool /tool /bin\nFROM scratch\nCOPY --from=build / /\n";
    expect(roles({ Dockerfile: whole })).toEqual(["golang: runtime", "acme/tool: runtime"]);
  });

  it("follow stages that a variable chooses", () => {
    const text = `ARG ARCH=\${TARGETARCH}
FROM acme/cni AS cni
FROM acme/toolchain AS builder
RUN make
FROM acme/unused AS root
FROM scratch AS root_amd64
COPY --from=builder /out /
FROM scratch AS root_arm64
COPY --from=cni /opt /opt
FROM root_\${ARCH} AS root_all
FROM acme/base
COPY --from=root_all / /
COPY --from=bin-\${TARGETARCH} /x /x
FROM acme/other_\${ARCH} AS test
`;
    expect(roles({ Dockerfile: text })).toEqual([
      "acme/cni: runtime",
      "acme/toolchain: build",
      "acme/unused: dev",
      "acme/base: runtime",
      "bin-${TARGETARCH}: runtime",
      "acme/other_${TARGETARCH}: test",
    ]);
    const copied =
      "FROM acme/a AS out-amd64\nRUN x\nFROM acme/b AS out-arm64\nRUN x\nFROM acme/c\nARG TARGETARCH\nCOPY --from=out-$TARGETARCH /x /x\n";
    expect(roles({ Dockerfile: copied })).toEqual(["acme/a: build", "acme/b: build", "acme/c: runtime"]);
  });

  it("handle a stage that is both copied and continued", () => {
    const text = "FROM acme/a AS a\nRUN x\nFROM a AS b\nRUN x\nFROM a\nCOPY --from=b / /\n";
    expect(roles({ Dockerfile: text })).toEqual(["acme/a: runtime"]);
  });
});

describe("docker: stages that builds name", () => {
  const TARGETS =
    "FROM acme/api AS api\nFROM acme/dev AS dev\nFROM acme/extra AS extra\nFROM acme/web AS web\n";
  const expected = ["acme/api: runtime", "acme/dev: dev", "acme/extra: dev", "acme/web: runtime"];

  it.each([
    [
      "compose.yaml",
      "services:\n  a:\n    build: { context: ., target: api }\n  b:\n    build: { target: dev }\n",
    ],
    ["docker-bake.hcl", 'target "base" {\n  target = "api"\n}\ntarget "a" {\n  inherits = ["base"]\n}\n'],
    ["docker-bake.json", '{"target": {"a": {"target": "api"}}}'],
    ["Makefile", "build:\n\tdocker build --target=api .\n"],
    [
      ".github/workflows/x.yml",
      "jobs:\n  a:\n    steps:\n      - uses: docker/build-push-action@v6\n        with: { target: api }\n",
    ],
    [
      ".github/workflows/x.yml",
      "jobs:\n  a:\n    steps:\n      - run: docker build -f $UNKNOWN --target api .\n",
    ],
  ])("are final in %s", (path, text) => {
    expect(roles({ Dockerfile: TARGETS, [path]: text })).toEqual(expected);
  });

  it("are not final if only a local image is built from them, and a published one from another", () => {
    const text =
      "FROM acme/env AS env\nFROM acme/shell AS shell\nFROM acme/app AS app\nFROM acme/last AS last\n";
    const local =
      "BRANCH := $(shell git branch | sed 's/\\//-/')\na:\n\tdocker build --target env -t app:$(BRANCH) .\n\tdocker build --target shell -t acme/app-dev .\n";
    const script = "#!/bin/sh\ndocker build --target app -t $REGISTRY/app .\ndocker push $REGISTRY/app\n";
    expect(roles({ Dockerfile: text, Makefile: local, "build.sh": script })).toEqual([
      "acme/env: dev",
      "acme/shell: dev",
      "acme/app: runtime",
      "acme/last: runtime",
    ]);
    expect(roles({ Dockerfile: text, Makefile: local })).toEqual([
      "acme/env: runtime",
      "acme/shell: runtime",
      "acme/app: dev",
      "acme/last: runtime",
    ]);
  });

  it("are not final in a compose file for development or of another Dockerfile", () => {
    const compose = "services:\n  a:\n    build: { context: ., target: api }\n";
    const unknown = ["acme/api: dev", ...expected.slice(1)];
    expect(roles({ Dockerfile: TARGETS, "compose.dev.yaml": compose })).toEqual(unknown);
    expect(
      roles({ Dockerfile: TARGETS, "a/compose.yaml": compose, "a/Dockerfile": "FROM scratch\n" }),
    ).toEqual(unknown);
  });
});

describe("docker: roles of files", () => {
  it.each([
    ["Dockerfile.test", "test"],
    ["Dockerfile.dev", "dev"],
    ["dev.Dockerfile", "dev"],
    ["Dockerfile.ci", "ci"],
    ["ci/Dockerfile", "ci"],
    [".github/actions/x/Dockerfile", "ci"],
    ["local/Dockerfile", "dev"],
    ["devices/Dockerfile", "runtime"],
    ["jenkins/Dockerfile", "runtime"],
    ["Dockerfile.latest", "runtime"],
  ])("%s is %s", (path, role) => {
    expect(roles({ [path]: "FROM acme/a\n" })).toEqual([`acme/a: ${role}`]);
  });

  it.each([
    ["compose.yaml", "runtime"],
    ["docker-compose.prod.yml", "runtime"],
    ["docker-compose.dev.yml", "dev"],
    ["compose.override.yaml", "dev"],
    ["local/compose.yaml", "dev"],
    ["docker-compose-test.yml", "test"],
    ["test/compose.yaml", "test"],
    ["docker-compose.ci.yml", "ci"],
  ])("%s is %s", (path, role) => {
    expect(roles({ [path]: "services:\n  a:\n    image: acme/a\n" })).toEqual([`acme/a: ${role}`]);
  });

  it("do not follow from the folder of a published image", () => {
    const text = "jobs:\n  a:\n    steps:\n      - run: docker build -t acme/a ci && docker push acme/a\n";
    expect(roles({ "ci/Dockerfile": "FROM acme/b\n", ".github/workflows/x.yml": text })).toEqual([
      "acme/b: runtime",
    ]);
  });
});

describe("docker: the Dockerfile of an image", () => {
  const DOCKERFILES = {
    "api/Dockerfile": "FROM scratch\n",
    "web/Dockerfile": "FROM scratch\n",
    "web/Dockerfile.slim": "FROM scratch\n",
  };
  const workflow = (steps: string): Record<string, string> => ({
    ...DOCKERFILES,
    ".github/workflows/x.yml": `jobs:\n  a:\n    steps:\n${steps}`,
  });
  /** The links of images other than the assumed one. */
  const named = (files: Record<string, string>) =>
    links(files).filter((link) => !link.startsWith("acme/app <"));

  it("is the file or context of build-push-action", () => {
    const files = workflow(`      - uses: docker/metadata-action@v5
        id: meta
        with: { images: ghcr.io/acme/one }
      - uses: docker/build-push-action@v6
        with: { push: true, context: ./web, tags: "\${{ steps.meta.outputs.tags }}" }
      - uses: docker/build-push-action@v6
        with: { push: true, file: web/Dockerfile.slim, tags: "ghcr.io/\${{ github.repository }}/two:1" }
      - uses: docker/build-push-action@v6
        with: { push: true, file: "\${{ matrix.file }}", tags: "ghcr.io/acme/api" }
`);
    expect(named(files)).toEqual([
      "ghcr.io/acme/one < web/Dockerfile",
      "ghcr.io/acme/app/two < web/Dockerfile.slim",
      "ghcr.io/acme/api < api/Dockerfile",
    ]);
  });

  it("is the file or context of a build command", () => {
    const files = workflow(`      - run: |
          cd web
          docker build --pull --build-arg A=1 -f Dockerfile.slim -t local .
          docker tag local ghcr.io/acme/one
          docker push ghcr.io/acme/one
      - run: docker buildx build --push --tag ghcr.io/acme/two:1 .
        working-directory: api
      - run: docker build --push -t ghcr.io/acme/three https://github.com/acme/three.git
`);
    expect(named(files).slice(0, 2)).toEqual([
      "ghcr.io/acme/one < web/Dockerfile.slim",
      "ghcr.io/acme/two < api/Dockerfile",
    ]);
    expect(named(files).slice(2)).toEqual(
      Object.keys(DOCKERFILES).map((path) => `ghcr.io/acme/three < ${path}`),
    );
  });

  it("is read from Makefiles, in their folder or at the root", () => {
    const Makefile = `IMAGE ?= ghcr.io/acme/one
DIR = web
push:
\tcd api
\tdocker build -t $(IMAGE) $(DIR)
\tdocker push $(IMAGE)
`;
    expect(named({ ...DOCKERFILES, Makefile })).toEqual(["ghcr.io/acme/one < web/Dockerfile"]);
    expect(named({ ...DOCKERFILES, "make/docker.mk": Makefile })).toEqual([
      "ghcr.io/acme/one < web/Dockerfile",
    ]);
  });

  it("is read from compose files", () => {
    const compose = `services:
  a:
    image: ghcr.io/acme/one
    build: ../web
  b:
    image: ghcr.io/acme/two
    build: { context: .., dockerfile: "\${FILE}" }
`;
    expect(
      named({ ...DOCKERFILES, "deploy/compose.yaml": compose, "deploy/.env": "FILE=web/Dockerfile.slim" }),
    ).toEqual(["ghcr.io/acme/one < web/Dockerfile", "ghcr.io/acme/two < web/Dockerfile.slim"]);
  });

  it("is read from bake files", () => {
    const bake = `variable "DIR" { default = "web" }
target "base" {
  context = "\${DIR}"
}
target "one" {
  inherits = ["base"]
  dockerfile = "Dockerfile.slim"
  tags = ["ghcr.io/acme/one"]
}
target "two" {
  inherits = ["base", "two"]
  tags = ["ghcr.io/acme/two"]
}
`;
    const expected = ["ghcr.io/acme/one < web/Dockerfile.slim", "ghcr.io/acme/two < web/Dockerfile"];
    expect(named({ ...DOCKERFILES, "docker-bake.hcl": bake })).toEqual(expected);
    expect(named({ ...DOCKERFILES, "build/docker-bake.hcl": bake })).toEqual(expected);
  });

  it("is guessed by name without a build, or with a malformed one", () => {
    const files = workflow(
      "      - run: docker build -t\n      - run: docker build -f\n      - run: docker push ghcr.io/acme/api\n",
    );
    expect(named(files)).toEqual(["ghcr.io/acme/api < api/Dockerfile"]);
  });
});
