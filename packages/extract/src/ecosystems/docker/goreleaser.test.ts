import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { docker } from "./index.ts";

const lines = (...text: string[]): string => text.join("\n");

/** `line name` of every published image of a configuration in Acme/Kit. */
function pushed(text: string): string[] {
  const repository = { fullPath: "Acme/Kit", cloneUrl: "https://github.com/Acme/Kit.git" };
  const { artifacts, problems } = extractFiles({ ".goreleaser.yaml": text }, [docker], repository);
  expect(problems).toEqual([]);
  return artifacts.map(({ sourceLine, name }) => `${sourceLine} ${name}`);
}

describe("docker: GoReleaser", () => {
  it("publishes the images of dockers, manifests and dockers_v2", () => {
    const text = lines(
      "project_name: tool",
      "env: [REGISTRY=quay.io/acme]",
      "dockers:",
      "  - image_templates:",
      '      - "acme/{{ .ProjectName }}:{{ .Version }}-amd64"',
      '      - "{{ .Env.REGISTRY }}/tool:{{ if .IsSnapshot }}a{{ else }}b{{ end }}"',
      '      - "{{ .Env.UNKNOWN }}/tool:1"',
      "  - image_templates: [acme/skipped]",
      "    skip_push: true",
      "docker_manifests:",
      "  - name_template: ghcr.io/acme/tool:latest",
      "    image_templates: [ghcr.io/acme/tool-amd64]",
      "dockers_v2:",
      "  - images: [ghcr.io/acme/second]",
      '    tags: ["{{ .Tag }}"]',
    );
    expect(pushed(text)).toEqual([
      "5 docker.io/acme/tool",
      "6 quay.io/acme/tool",
      "11 ghcr.io/acme/tool",
      "14 ghcr.io/acme/second",
    ]);
  });

  it("names the project after the repository by default", () => {
    expect(pushed("dockers:\n  - image_templates: ['acme/{{.ProjectName}}:1']\n")).toEqual([
      "2 docker.io/acme/kit",
    ]);
  });

  it("does not name a project in a file that other repositories may include", () => {
    const text = "dockers:\n  - image_templates: ['acme/{{.ProjectName}}:1', acme/stated]\n";
    const { artifacts } = extractFiles({ "goreleaser-full.yaml": text }, [docker]);
    expect(artifacts.map(({ name }) => name)).toEqual(["docker.io/acme/stated"]);
  });

  it("publishes images of ko with a known name", () => {
    const text = lines(
      "builds:",
      "  - id: cli",
      "    main: ./cmd/Cli",
      "kos:",
      "  - repository: ghcr.io/acme/bare",
      "    bare: true",
      "  - repositories: [ghcr.io/acme]",
      "    build: cli",
      "    base_import_paths: true",
      "  - repository: ghcr.io/acme/hashed",
    );
    expect(pushed(text)).toEqual(["5 ghcr.io/acme/bare", "7 ghcr.io/acme/cli"]);
  });

  it("links images with their Dockerfile", () => {
    const text = "dockers:\n  - image_templates: [acme/app]\n    dockerfile: build/Dockerfile.tool\n";
    const files = { "goreleaser.yml": text, "build/Dockerfile.tool": "FROM acme/base\nRUN a\n" };
    const { compositions } = extractFiles(files, [docker]);
    expect(compositions).toContainEqual({
      outer: "container_image:docker.io/acme/app",
      inner: "unit:docker:build/Dockerfile.tool",
    });
  });
});
