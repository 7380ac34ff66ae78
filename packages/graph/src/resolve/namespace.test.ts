import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { describe, expect, it } from "vitest";
import { collectNamespaces, namespacesOf, ownNamespacesOf } from "./namespace.ts";
import type { ProducerRepository } from "./producer-repository.ts";

const of = (dependencyType: ArtifactType, artifact: string, unbound: string | null = null) =>
  namespacesOf({ dependencyType, artifact, unbound });

describe("the namespaces of a declaration", () => {
  it.each<[ArtifactType, string, string[]]>([
    ["git_repository", "github.com/Acme/base", ["acme", "github.com/acme"]],
    ["git_repository", "git.acme.co.uk/tools/base", ["acme", "acme.co.uk"]],
    ["git_repository", "acme/tools/pipelines", ["acme"]],
    ["container_image", "ghcr.io/acme/team/base", ["acme", "ghcr.io/acme"]],
    ["container_image", "docker.io/library/debian", []],
    ["container_image", "registry.acme.io:5000/base", ["acme", "acme.io"]],
    ["container_image", "mirror.azurecr.io/acme/base", ["mirror", "mirror.azurecr.io", "acme"]],
    [
      "container_image",
      "europe-docker.pkg.dev/acme-prod/images/base",
      ["acme-prod", "europe-docker.pkg.dev/acme-prod"],
    ],
    ["npm_package", "@acme/ui", ["acme", "@acme"]],
    ["npm_package", "@types/node", []],
    ["npm_package", "acme-ui", ["acme"]],
    ["python_package", "acme_client", ["acme"]],
    ["nuget_package", "Acme.Client", ["acme"]],
    ["composer_package", "acme/invoice", ["acme"]],
    ["maven_artifact", "com.acme.kit:core", ["acme", "com.acme.kit", "com.acme"]],
    ["maven_artifact", "uk.co.acme:core", ["acme", "uk.co.acme", "uk.co"]],
    ["maven_artifact", "io.github.acme:core", ["acme", "io.github.acme", "io.github"]],
    ["maven_artifact", "androidx.core:core", ["androidx", "androidx.core"]],
    ["maven_artifact", "com.example:demo", []],
    ["go_module", "go.acme.dev/kit", ["acme", "acme.dev"]],
    ["go_module", "gopkg.in/yaml.v3", ["yaml.v3", "gopkg.in/yaml.v3"]],
    ["go_module", "example.org/local", []],
    ["terraform_module", "registry.terraform.io/acme/network/aws", ["acme", "registry.terraform.io/acme"]],
    ["helm_chart", "acme.github.io/charts/observability", ["acme", "acme.github.io"]],
    ["helm_chart", "charts.acme.io/stable/gateway", ["acme", "acme.io"]],
    ["ansible_collection", "acme.platform", ["acme"]],
    ["azure_pipelines_task", "docker", []],
    ["container_image", "localhost:5000/base", []],
  ])("of %s %s are %j", (type, artifact, namespaces) => {
    expect(of(type, artifact)).toEqual(namespaces);
  });

  it("include the owner of the repository that a package comes from", () => {
    const lookups = ["git:github.com/Acme/kit"];
    expect(namespacesOf({ dependencyType: "hex_package", artifact: "kit", unbound: null, lookups })).toEqual([
      "kit",
      "acme",
      "github.com/acme",
    ]);
  });

  it.each<[ArtifactType, string, string[]]>([
    ["container_image", "${REGISTRY}/base", ["repository:base"]],
    ["container_image", "{{ .Values.registry }}/acme/base", ["acme", "repository:base"]],
    ["container_image", "docker.io/acme/base", ["acme", "docker.io/acme"]],
    ["container_image", "docker.io/acme/${NAME}", ["acme", "docker.io/acme"]],
    ["container_image", "${{ inputs.image }}", []],
    ["git_repository", "github.com/$ORG/$REPO", []],
    ["maven_artifact", "${project.groupId}:core", []],
    ["ruby_gem", "acme_${ENV['NAME']}", ["acme"]],
  ])("of %s %s with a variable are %j", (type, artifact, namespaces) => {
    expect(of(type, artifact, "X")).toEqual(namespaces);
  });
});

const repository = (more: Partial<ProducerRepository>): ProducerRepository => ({
  id: "1",
  fullPath: "acme/base",
  cloneUrl: null,
  host: "github.com",
  hostAliases: [],
  aliases: [],
  archived: false,
  isFork: false,
  artifacts: [],
  ...more,
});

const publishing = (...names: string[]): ProducerRepository["artifacts"] =>
  names.map((name) => ({ name, announces: [name] }));

describe("the namespaces of a repository", () => {
  it("are its owner, its name and the domain of its host", () => {
    expect(ownNamespacesOf(repository({})).certain).toEqual(["acme", "repository:base"]);
    const onOwnHost = repository({
      fullPath: "Tools/Base",
      host: "git.acme.io",
      hostAliases: ["git.initech.dev"],
    });
    expect(ownNamespacesOf(onOwnHost)).toEqual({
      certain: ["tools", "acme", "initech", "repository:base"],
      published: [],
    });
  });

  it("include those of its artifacts if the name resembles the owner", () => {
    const artifacts = publishing(
      "container_image:docker.io/acmehq/base",
      "container_image:quay.io/unlike/base",
      "npm_package:@unlike/ui",
      "npm_package:react-thing",
      "go_module:go.unlike.dev/kit",
      "maven_artifact:org.unlike.kit:core",
      "convention:container_image:other/base",
    );
    expect(ownNamespacesOf(repository({ artifacts }))).toEqual({
      certain: ["acme", "repository:base", "acmehq"],
      published: ["docker.io/acmehq", "quay.io/unlike", "@unlike", "unlike.dev", "org.unlike.kit"],
    });
  });

  it("exclude artifacts that are assumed or that a fork inherits", () => {
    const artifacts = publishing("npm_package:@unlike/ui", "npm_package:@acme/ui");
    const published = (more: Partial<ProducerRepository>) => ownNamespacesOf(repository(more)).published;
    expect(published({ artifacts, isFork: true })).toEqual(["@acme"]);
    expect(published({ artifacts: artifacts.map((one) => ({ ...one, assumed: true })) })).toEqual([]);
  });

  it("exclude what many organizations share", () => {
    const artifacts = publishing("container_image:docker.io/library/base", "npm_package:@types/acme");
    expect(ownNamespacesOf(repository({ artifacts, aliases: ["former/base"] }))).toEqual({
      certain: ["acme", "repository:base"],
      published: ["former"],
    });
  });
});

it("a namespace in which one repository publishes is not own, because the artifact may be a copy", () => {
  const [one, two, three] = [["@a", "@b"], ["@b"], ["@c"]].map((published) => ({
    certain: ["acme"],
    published,
  }));
  if (!one || !two || !three) throw new Error("unreachable");
  expect([...collectNamespaces([one, two, three])]).toEqual(["acme", "@b"]);
});
