import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import type { LinkResult } from "../../ecosystem.ts";
import { docker } from "./index.ts";

const extract = (text: string): LinkResult => extractFiles({ "compose.yaml": text }, [docker]);

const uses = (text: string): string[] =>
  extract(text).declarations.map(
    ({ sourceLine, rawReference, unbound }) =>
      `${sourceLine} ${rawReference}${unbound ? ` ?${unbound}` : ""}`,
  );

const built = (text: string): string[] =>
  extract(text).artifacts.map(({ sourceLine, name, version }) => `${sourceLine} ${name} ${version}`);

describe("docker: compose files", () => {
  const TYPICAL = `# image: commented:1
services:
  api:
    build: .
    image: ghcr.io/acme/api:\${TAG:-1.2}
  worker:
    image: ghcr.io/acme/api:\${WORKER_TAG}
  local:
    build: { context: ./local }
  db:
    image: "postgres:16" # image: other:1
  cache:
    image: redis:\${REDIS:-7}
  proxy:
    image: \${PROXY_IMAGE}
`;

  it("declares the images of services without build", () => {
    expect(uses(TYPICAL)).toEqual(["11 postgres:16", "13 redis:7", "15 ${PROXY_IMAGE} ?PROXY_IMAGE"]);
  });

  it("assumes that built images are published", () => {
    expect(built(TYPICAL)).toEqual(["5 ghcr.io/acme/api 1.2"]);
    expect(extract(TYPICAL).artifacts).toMatchObject([
      {
        announces: ["container_image:ghcr.io/acme/api"],
        assumed: true,
        evidence: { rule: "docker.compose_build" },
      },
    ]);
  });

  const push = (command: string) => `jobs:\n  a:\n    steps:\n      - run: |\n          ${command}\n`;

  it.each([
    ["docker push ghcr.io/acme/api:1", "docker.push", undefined],
    ["docker compose -f compose.yaml push api", "docker.compose_build", undefined],
    ["docker-compose push", "docker.compose_build", undefined],
    ["docker compose build # push", "docker.compose_build", true],
    ["docker compose up && git push", "docker.compose_build", true],
  ])("publishes built images if a workflow pushes them: %s", (command, rule, assumed) => {
    const files = { ".github/workflows/x.yml": push(command), "compose.yaml": TYPICAL };
    const [image, ...others] = extractFiles(files, [docker]).artifacts;
    expect([image?.name, image?.evidence.rule, image?.assumed, others]).toEqual([
      "ghcr.io/acme/api",
      rule,
      assumed,
      [],
    ]);
  });

  it("prefers the push command in a Makefile over the compose file", () => {
    const files = { "compose.yaml": TYPICAL, "z/Makefile": "push:\n\tdocker push ghcr.io/acme/api:2\n" };
    expect(extractFiles(files, [docker]).artifacts).toMatchObject([
      { version: "2", evidence: { rule: "docker.make_push" } },
    ]);
  });

  it("publishes built images if a Makefile pushes them", () => {
    const files = { Makefile: "push:\n\tdocker compose \\\n\t  push\n", "compose.yaml": TYPICAL };
    expect(extractFiles(files, [docker]).artifacts.map(({ assumed }) => assumed)).toEqual([undefined]);
  });

  it("publishes a built image with an unbound tag, but not with an unbound name", () => {
    const text = "services:\n  a:\n    build: .\n    image: ";
    expect(built(`${text}acme/a:\${TAG}`)).toEqual(["4 docker.io/acme/a null"]);
    expect(built(`${text}\${REGISTRY}/a:1`)).toEqual([]);
  });

  it("publishes nothing under a bare name", () => {
    const { artifacts } = extract("services:\n  db:\n    build: ./db\n    image: postgres\n");
    expect(artifacts).toEqual([]);
  });

  it("declares images in additional build contexts", () => {
    const text = `services:
  a:
    build:
      context: .
      additional_contexts:
        base: docker-image://acme/base:1
        files: ../files
  b:
    build:
      context: .
      additional_contexts:
        - base=docker-image://acme/base:2
`;
    expect(uses(text)).toEqual(["6 acme/base:1", "12 acme/base:2"]);
  });

  it("declares an image shared by an anchor once", () => {
    const anchored = `x-base: &base
  image: acme/base:1
services:
  a: *base
  b:
    <<: *base
`;
    expect(uses(anchored)).toEqual(["2 acme/base:1"]);
    expect(uses("services:\n  a:\n    image: redis\n  b:\n    image: redis\n")).toEqual([
      "3 redis",
      "5 redis",
    ]);
  });

  it("reads CRLF and a byte-order mark", () => {
    expect(uses("\uFEFFservices:\r\n  a:\r\n    image: redis:7\r\n")).toEqual(["3 redis:7"]);
  });

  describe("with an .env file", () => {
    const imageOf = (image: string, environment: string, path = ".env"): string[] =>
      extractFiles({ "compose.yaml": `services:\n  a:\n    image: "${image}"\n`, [path]: environment }, [
        docker,
      ]).declarations.map(
        ({ sourceFile, sourceLine, rawReference, unbound }) =>
          `${sourceFile}:${sourceLine} ${rawReference}${unbound === null ? "" : ` ?${unbound}`}`,
      );

    it.each([
      ["acme/a:${TAG}", "TAG=1.2", "acme/a:1.2"],
      ["acme/a:$TAG", "\uFEFF# TAG=9\r\nexport TAG = 1.2 # the newest\r\n", "acme/a:1.2"],
      ["acme/a:${TAG:-3}", "TAG=1.2", "acme/a:1.2"],
      ["acme/a:${TAG:-3}", "TAG=", "acme/a:3"],
      ["acme/a:1.2${TAG-3}", "TAG=", "acme/a:1.2"],
      ["acme/a:${TAG-3}", "OTHER=1", "acme/a:3"],
      ["acme/a:${TAG:+3}", "TAG=1.2", "acme/a:3"],
      ["${REGISTRY}/a:1", "REGISTRY='ghcr.io/acme'", "ghcr.io/acme/a:1"],
      ["acme/a:${TAG}", 'MAJOR=1\nTAG="${MAJOR}.2"', "acme/a:1.2"],
      ["acme/a:${TAG}", "TAG=1.1\nTAG: 1.2", "acme/a:1.2"],
    ])("interpolates %s with %j: %s", (image, environment, taken) => {
      expect(imageOf(image, environment)).toEqual([`compose.yaml:3 ${taken}`]);
    });

    it.each([
      ["acme/a:${TAG}", "TAG=", "TAG"],
      ["acme/a:${TAG}", "#TAG=1", "TAG"],
      ["acme/a:${TAG}", "TAG", "TAG"],
      ["acme/a:${TAG}", "TAG='$X'", "TAG"],
      ["acme/a:${TAG}", "TAG=a\\ b", "TAG"],
    ])("leaves %s unbound with %j", (image, environment, name) => {
      expect(imageOf(image, environment)).toEqual([`compose.yaml:3 ${image} ?${name}`]);
    });

    it("reports the unbound variable in the value of another", () => {
      expect(imageOf("acme/a:${TAG}", "TAG=${MAJOR}.2\nMAJOR=1")).toEqual([
        "compose.yaml:3 acme/a:${MAJOR}.2 ?MAJOR",
      ]);
    });

    it("ignores the file in another folder or with another name", () => {
      const unbound = ["compose.yaml:3 acme/a:${TAG} ?TAG"];
      expect(imageOf("acme/a:${TAG}", "TAG=1.2", "app/.env")).toEqual(unbound);
      expect(imageOf("acme/a:${TAG}", "TAG=1.2", ".env.example")).toEqual(unbound);
    });

    it("reports an escaped dollar as a problem", () => {
      const files = { "compose.yaml": "services:\n  a:\n    image: acme/a:$$TAG\n", ".env": "TAG=1.2" };
      expect(extractFiles(files, [docker])).toMatchObject({ declarations: [], problems: [{ line: 3 }] });
    });

    it("publishes the interpolated name, and does not declare built images", () => {
      const text =
        "services:\n  a: { build: ., image: '${R}/a:${TAG}' }\n  b: { image: 'ghcr.io/acme/a:2' }\n";
      const files = { "compose.yaml": text, ".env": "R=ghcr.io/acme\nTAG=1.2" };
      const { declarations, artifacts } = extractFiles(files, [docker]);
      expect(declarations).toEqual([]);
      expect(artifacts).toMatchObject([
        { name: "ghcr.io/acme/a", version: "1.2", sourceFile: "compose.yaml" },
      ]);
    });
  });

  it("reads version 1 of the format", () => {
    expect(uses("web:\n  build: .\n  image: acme/web\ndb:\n  image: postgres:15\nother: x\n")).toEqual([
      "5 postgres:15",
    ]);
    expect(uses("version: '3'\nx:\n  image: redis\n")).toEqual([]);
    expect(uses("services: {}\nx-base:\n  image: redis\n")).toEqual([]);
  });

  it("returns nothing for an empty file and reports syntax errors", () => {
    expect(extract("")).toEqual({ declarations: [], artifacts: [], compositions: [], problems: [] });
    expect(extract("services:\n  a: [\n").problems).toMatchObject([
      { file: "compose.yaml", line: 3, code: "invalid_syntax" },
    ]);
    expect(extract("services:\n  a:\n    image: '{{ image }}'\n").problems).toMatchObject([{ line: 3 }]);
  });
});
