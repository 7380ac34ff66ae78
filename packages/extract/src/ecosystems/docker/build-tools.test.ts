import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { docker } from "./index.ts";

const lines = (...text: string[]): string => text.join("\n");

/** `file:line name` of every artifact. */
const pushed = (files: Record<string, string>): string[] =>
  extractFiles(files, [docker]).artifacts.map(
    ({ sourceFile, sourceLine, name, assumed }) =>
      `${sourceFile}:${sourceLine} ${name}${assumed ? " (assumed)" : ""}`,
  );

describe("docker: build tools", () => {
  it("publishes the images of Jib and Spring Boot in Gradle", () => {
    const files = {
      "build.gradle": lines(
        "plugins { id 'com.google.cloud.tools.jib' }",
        "jib {",
        "  to {",
        "    image = 'acme/jib:1'",
        "  }",
        "}",
      ),
      "kts/build.gradle.kts": 'jib.to.image = "ghcr.io/acme/kts"\n',
      "boot/build.gradle": lines(
        "bootBuildImage {",
        "  imageName = 'quay.io/acme/boot'",
        "  publish = true",
        "}",
      ),
      "local/build.gradle": lines("bootBuildImage {", "  imageName = 'acme/local'", "}"),
      "from/build.gradle": "jib { from { image = 'acme/base' } }\n",
    };
    expect(pushed(files)).toEqual([
      "boot/build.gradle:2 quay.io/acme/boot",
      "build.gradle:4 docker.io/acme/jib",
      "kts/build.gradle.kts:1 ghcr.io/acme/kts",
    ]);
  });

  it("publishes the images of Jib in Maven and of .NET", () => {
    const files = {
      "pom.xml": lines(
        "<plugin>",
        "<artifactId>jib-maven-plugin</artifactId>",
        "<configuration><from><image>acme/base</image></from>",
        "<to><image>acme/maven:${project.version}</image></to></configuration>",
      ),
      "App.csproj":
        "<ContainerRegistry>ghcr.io</ContainerRegistry>\n<ContainerRepository>acme/net</ContainerRepository>\n",
      "Variable.csproj": "<ContainerRepository>acme/$(Name)</ContainerRepository>\n",
    };
    expect(pushed(files)).toEqual(["App.csproj:2 ghcr.io/acme/net", "pom.xml:4 docker.io/acme/maven"]);
  });

  it("assumes that images of skaffold are published", () => {
    const text = lines(
      "apiVersion: skaffold/v4beta6",
      "build:",
      "  artifacts:",
      "    - image: ghcr.io/acme/api",
      "      context: api",
      "    - image: local",
    );
    expect(pushed({ "skaffold.yaml": text })).toEqual(["skaffold.yaml:4 ghcr.io/acme/api (assumed)"]);
  });

  it("publishes the images of chartpress, and knows their Dockerfiles", () => {
    const files = {
      "helm-chart/chartpress.yaml": lines(
        "charts:",
        "  - name: hub",
        "    imagePrefix: quay.io/acme/k8s-",
        "    images:",
        "      proxy: {}",
        "      builder:",
        "        imageName: ghcr.io/acme/builder",
        "        dockerfilePath: images/builder/Dockerfile",
        "        contextPath: ..",
      ),
      "helm-chart/images/proxy/Dockerfile": "FROM acme/base:1\n",
    };
    expect(pushed(files)).toEqual([
      "helm-chart/chartpress.yaml:5 quay.io/acme/k8s-proxy",
      "helm-chart/chartpress.yaml:6 ghcr.io/acme/builder",
      "helm-chart/images/proxy/Dockerfile:null acme/app (assumed)",
    ]);
    expect(extractFiles(files, [docker]).compositions).toContainEqual({
      inner: "unit:docker:helm-chart/images/proxy/Dockerfile",
      outer: "container_image:quay.io/acme/k8s-proxy",
    });
  });
});
