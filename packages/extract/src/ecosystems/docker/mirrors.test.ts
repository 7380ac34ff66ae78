import { describe, expect, it } from "vitest";
import type { ExtractionResult } from "../../ecosystem.ts";
import { references } from "../../references/index.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { docker } from "./index.ts";

const extract = (files: Record<string, string>): ExtractionResult =>
  extractFiles(files, [docker, references]);
const published = (files: Record<string, string>): string[] =>
  extract(files)
    .artifacts.filter(({ assumed }) => !assumed)
    .map(({ sourceFile, sourceLine, name }) => `${sourceFile}:${sourceLine} ${name}`);
const declared = (files: Record<string, string>): string[] =>
  extract(files).declarations.map(
    ({ sourceLine, artifact, versionConstraint, versioning, role, scope }) =>
      `${sourceLine} ${artifact} ${versionConstraint} ${versioning} ${role} ${scope}`,
  );

const LIST = `# upstream images
docker.io:
  images:
    acme/base: []
    redis:
      - "7.2"
      - "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
registry.acme.io:5000:
  tls-verify: false
  images-by-tag-regex:
    tools/nginx: ^1\\.13\\.[12]$
  images-by-semver:
    log: ">= 3.12.0"
`;
const SYNC =
  "skopeo sync --all --retry-times 3 --src yaml --dest docker images.yaml mirror.acme.io/all/ | tee log\n";

describe("docker: lists for skopeo sync", () => {
  it("publishes the copies with the lines of the list", () => {
    expect(published({ "images.yaml": LIST, "sync.sh": SYNC })).toEqual([
      "images.yaml:4 mirror.acme.io/all/base",
      "images.yaml:6 mirror.acme.io/all/redis",
      "images.yaml:11 mirror.acme.io/all/nginx",
      "images.yaml:13 mirror.acme.io/all/log",
    ]);
  });

  it("uses the originals for the copies", () => {
    expect(declared({ "images.yaml": LIST, "sync.sh": SYNC })).toEqual([
      "4 docker.io/acme/base null docker runtime container_image:mirror.acme.io/all/base",
      "6 docker.io/library/redis 7.2 docker runtime container_image:mirror.acme.io/all/redis",
      "7 docker.io/library/redis sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef docker runtime container_image:mirror.acme.io/all/redis",
      "11 registry.acme.io:5000/tools/nginx null docker runtime container_image:mirror.acme.io/all/nginx",
      "13 registry.acme.io:5000/log >= 3.12.0 helm runtime container_image:mirror.acme.io/all/log",
    ]);
  });

  it("announces the name of a copy only, and builds no Dockerfile into it", () => {
    const { artifacts, compositions } = extract({
      "images.yaml": LIST,
      "sync.sh": SYNC,
      Dockerfile: "FROM scratch\n",
    });
    const copy = artifacts.find(({ name }) => name === "mirror.acme.io/all/base");
    expect(copy?.announces).toEqual(["container_image:mirror.acme.io/all/base"]);
    expect(compositions).toEqual([{ outer: "container_image:acme/app", inner: "unit:docker:Dockerfile" }]);
  });

  it("composes the copies in several registries", () => {
    const { compositions } = extract({
      "l.yaml": "docker.io:\n  images:\n    acme/base: []\n",
      "a.sh": "for r in one.acme.io two.acme.io; do skopeo sync -s yaml -d docker l.yaml $r; done\n",
    });
    expect(compositions).toEqual([
      { outer: "container_image:two.acme.io/base", inner: "container_image:one.acme.io/base" },
    ]);
  });

  it("keeps the path of the original with --scoped", () => {
    const names = published({ "images.yaml": LIST, "sync.sh": SYNC.replace("--all", "--scoped") });
    expect(names.slice(0, 2)).toEqual([
      "images.yaml:4 mirror.acme.io/all/docker.io/acme/base",
      "images.yaml:6 mirror.acme.io/all/docker.io/library/redis",
    ]);
  });

  it.each([
    ["no command", {}],
    [
      "an unknown destination",
      { "sync.sh": 'skopeo sync --src yaml --dest docker images.yaml "$DESTINATION"\n' },
    ],
    ["an unknown list", { "sync.sh": "skopeo sync --src yaml --dest docker $1 mirror.acme.io\n" }],
    ["a list of another name", { "sync.sh": SYNC.replace("images.yaml", "others.yaml") }],
    ["a folder as the destination", { "sync.sh": SYNC.replace("--dest docker", "--dest dir") }],
    ["a dry run", { "sync.sh": SYNC.replace("--all", "--dry-run") }],
    ["a registry of tests", { "sync.sh": SYNC.replace("mirror.acme.io", "localhost:5000") }],
  ])("publishes nothing with %s", (_, files) => {
    expect(published({ "images.yaml": LIST, ...files })).toEqual([]);
    expect(extract({ "images.yaml": LIST, ...files }).declarations.map(({ scope }) => scope)).toContain(
      "unit:docker:images.yaml",
    );
  });

  const COPY = "lists/a.yaml:3 mirror.acme.io/base";
  const A = { "lists/a.yaml": "quay.io:\n  images:\n    acme/base: [v1]\n" };
  const run = (list: string) => `skopeo sync --src=yaml --dest=docker ${list} mirror.acme.io`;

  it.each([
    [
      "a workflow",
      ".github/workflows/x.yml",
      `jobs:\n  a:\n    steps:\n      - run: ${run("lists/a.yaml")}\n`,
    ],
    [
      "a workflow with a matrix and an environment",
      ".github/workflows/x.yml",
      `env:\n  TO: mirror.acme.io\njobs:\n  a:\n    strategy: { matrix: { list: [a, b] } }\n    steps:\n      - run: |\n          skopeo sync --src yaml --dest docker lists/\${{ matrix.list }}.yaml $TO\n`,
    ],
    [
      "a Makefile",
      "Makefile",
      `TO := mirror.acme.io\nsync:\n\t@skopeo sync --src yaml --dest docker ./lists/a.yaml $(TO)\n`,
    ],
    ["a script in the folder of the list", "lists/sync.sh", `${run("a.yaml")}\n`],
    ["a loop over files", "sync.sh", `for file in lists/*.yaml; do\n  ${run("$file")}\ndone\n`],
    ["a list that is generated from it", "sync.sh", `${run("$PWD/lists/a.yaml.filtered")}\n`],
    [
      "CircleCI with parameters and a matrix",
      ".circleci/config.yml",
      `jobs:\n  sync:\n    parameters:\n      registry: { type: string, default: other.acme.io }\n      list: { type: string }\n    steps:\n      - run: skopeo sync --src yaml --dest docker "<<parameters.list>>" "<< parameters.registry >>"\nworkflows:\n  daily:\n    jobs:\n      - sync:\n          registry: mirror.acme.io\n          matrix:\n            parameters:\n              list: [lists/a.yaml, lists/none.yaml]\n`,
    ],
  ])("finds the command in %s", (_, path, text) => {
    expect(published({ ...A, [path]: text })).toEqual([COPY]);
  });

  it.each([
    ["values of a chart", "docker.io:\n  repository: acme/base\n"],
    ["another map of images", "images:\n  acme/base: [v1]\n"],
  ])("ignores %s", (_, text) => {
    expect(declared({ "values.yaml": text })).toEqual([]);
  });
});

describe("docker: regsync", () => {
  const REGSYNC = `version: 1
sync:
  - source: busybox:latest
    target: mirror.acme.io/library/busybox:latest
    type: image
  - source: ghcr.io/acme/base
    target: "mirror.acme.io/acme/base"
    type: repository
  - source: ghcr.io/acme/other
    target: '{{ env "REGISTRY" }}/acme/other'
    type: repository
  - source: registry.acme.io
    target: mirror.acme.io
    type: registry
`;

  it("publishes the targets, and uses the sources for them", () => {
    expect(published({ "regsync.yml": REGSYNC })).toEqual([
      "regsync.yml:3 mirror.acme.io/library/busybox",
      "regsync.yml:6 mirror.acme.io/acme/base",
    ]);
    expect(declared({ "regsync.yml": REGSYNC })).toEqual([
      "3 docker.io/library/busybox latest docker runtime container_image:mirror.acme.io/library/busybox",
      "6 ghcr.io/acme/base null docker runtime container_image:mirror.acme.io/acme/base",
      "9 ghcr.io/acme/other null docker runtime unit:docker:regsync.yml",
    ]);
  });

  it("composes the copy of an image that the repository publishes, if the target is known", () => {
    const { declarations, compositions, artifacts } = extract({
      "release.sh": "docker push ghcr.io/acme/base:1\ndocker push ghcr.io/acme/other:1\n",
      "regsync.yml": REGSYNC,
    });
    expect(artifacts.map(({ name }) => name)).toEqual([
      "ghcr.io/acme/base",
      "ghcr.io/acme/other",
      "mirror.acme.io/library/busybox",
      "mirror.acme.io/acme/base",
    ]);
    expect(compositions).toEqual([
      { outer: "container_image:mirror.acme.io/acme/base", inner: "container_image:ghcr.io/acme/base" },
    ]);
    expect(declarations.map(({ artifact }) => artifact)).toEqual(["docker.io/library/busybox"]);
  });

  it("ignores other files with a key of that name", () => {
    expect(declared({ "mutagen.yml": "sync:\n  code:\n    target: ./x\n    source: y\n" })).toEqual([]);
  });
});

describe("docker: commands that copy images", () => {
  it.each([
    ["crane copy docker.io/acme/base:1.2 mirror.acme.io/base:1.2"],
    ["gcrane cp --jobs 4 docker.io/acme/base:1.2 mirror.acme.io/base:1.2"],
    ["regctl image copy docker.io/acme/base:1.2 mirror.acme.io/base:1.2"],
    ["skopeo copy --all --dest-creds a:b docker://docker.io/acme/base:1.2 docker://mirror.acme.io/base:1.2"],
    ["skopeo sync --src docker --dest docker acme/base:1.2 mirror.acme.io"],
    ["for i in base; do crane cp acme/$i:1.2 mirror.acme.io/$i:1.2; done"],
  ])("%s", (command) => {
    const files = { "mirror.sh": `${command}\n` };
    expect(published(files)).toEqual(["mirror.sh:1 mirror.acme.io/base"]);
    expect(declared(files)).toEqual([
      "1 docker.io/acme/base 1.2 docker runtime container_image:mirror.acme.io/base",
    ]);
    expect(extract(files).artifacts[0]?.announces).toEqual(["container_image:mirror.acme.io/base"]);
  });

  it("composes the copy of an image that the repository publishes", () => {
    const { compositions, artifacts } = extract({
      "release.sh": "docker push ghcr.io/acme/app:1\ncrane copy ghcr.io/acme/app:1 public.acme.io/app:1\n",
    });
    expect(artifacts.map(({ name }) => name)).toEqual(["ghcr.io/acme/app", "public.acme.io/app"]);
    expect(compositions).toEqual([
      { outer: "container_image:public.acme.io/app", inner: "container_image:ghcr.io/acme/app" },
    ]);
  });

  it.each([
    ["an unknown target", "crane copy acme/base:1 $TARGET"],
    ["a folder", "skopeo copy docker://acme/base:1 dir:/tmp/base"],
    ["another command", "crane digest acme/base:1 mirror.acme.io/base"],
  ])("publishes nothing with %s", (_, command) => {
    expect(published({ "mirror.sh": `${command}\n` })).toEqual([]);
  });
});
