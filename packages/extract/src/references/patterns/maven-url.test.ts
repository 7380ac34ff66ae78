import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { references } from "../index.ts";

const artifacts = (path: string, text: string): string[] =>
  extractFiles({ [path]: text }, [references])
    .declarations.filter(({ dependencyType }) => dependencyType === "maven_artifact")
    .map(
      ({ sourceLine, artifact, versionConstraint, unbound, role, evidence, requiresProducer }) =>
        `${sourceLine} ${artifact} ${versionConstraint ?? "-"}${unbound === null ? "" : " unbound"} ${role} ${evidence.class}${requiresProducer ? " by name" : ""}`,
    );

describe("references: URLs of Maven repositories", () => {
  it("reads versions that arguments of a Dockerfile state", () => {
    const text = `FROM scratch
ARG V=0.17.1
RUN URL="https://repo1.maven.org/maven2/io/acme/oauth-client/\${V}/oauth-client-\${V}.jar" && wget $URL
ADD https://repo.maven.apache.org/maven2/com/acme/agent/$LATER/agent-"$LATER".jar /agent.jar
`;
    expect(artifacts("Dockerfile", text)).toEqual([
      "3 io.acme:oauth-client 0.17.1 runtime build_file by name",
      "4 com.acme:agent $LATER unbound runtime build_file by name",
    ]);
  });

  it("reads a URL that a script joins from variables", () => {
    const text = `VERSION=$(cat version)
ROOT="https://repo1.maven.org/maven2"
GROUP="io/acme/connectors"
ZIP="bundle-\${VERSION}.zip"
wget "\${ROOT}/\${GROUP}/bundle/\${VERSION}/\${ZIP}"
wget "\${OTHER}/\${GROUP}/bundle/\${VERSION}/\${ZIP}"
wget "\${ROOT}/\${UNKNOWN}/bundle/\${VERSION}/\${ZIP}"
`;
    expect(artifacts("get.sh", text)).toEqual([
      "5 io.acme.connectors:bundle ${VERSION} unbound build build_file by name",
    ]);
  });

  it.each([
    "https://oss.sonatype.org/content/repositories/snapshots/io/acme/kit/1.2/kit-1.2.jar",
    "https://s01.oss.sonatype.org/content/groups/public/io/acme/kit/1.2/kit-1.2-sources.jar",
    "https://maven.pkg.github.com/acme/kit/io/acme/kit/1.2/kit-1.2.pom",
    "https://jitpack.io/io/acme/kit/1.2/kit-1.2.jar",
  ])("reads %s", (url) => {
    expect(artifacts("get.sh", `curl -O ${url}\n`)).toEqual(["1 io.acme:kit 1.2 build build_file by name"]);
  });

  it("reads the list of versions", () => {
    expect(
      artifacts("get.sh", "curl https://repo1.maven.org/maven2/io/acme/kit/maven-metadata.xml\n"),
    ).toEqual(["1 io.acme:kit - build build_file by name"]);
  });

  it("looks up the repository of GitHub Packages", () => {
    const declaration = extractFiles(
      { "get.sh": "curl https://maven.pkg.github.com/acme/kit/io/acme/core/1.2/core-1.2.jar\n" },
      [references],
    ).declarations.find(({ dependencyType }) => dependencyType === "maven_artifact");
    expect(declaration?.lookups).toEqual(["maven_artifact:io.acme:core", "git:github.com/acme/kit"]);
  });

  it("ignores repositories, folders, badges and other hosts", () => {
    const text = `https://maven.pkg.github.com/acme/kit
https://repo1.maven.org/maven2/io/acme/kit
https://repo1.maven.org/maven2/io/acme/kit/1.2/
https://repo1.maven.org/maven2/io/acme/kit/1.2/other-1.2.jar
https://jitpack.io/v/acme/kit.svg
https://maven.acme.io/maven2/io/acme/kit/1.2/kit-1.2.jar
`;
    expect(artifacts("urls.yaml", text)).toEqual([]);
  });

  it("reads documentation as prose", () => {
    expect(
      artifacts("README.md", "    wget https://repo1.maven.org/maven2/io/acme/kit/1.2/kit-1.2.jar\n"),
    ).toEqual(["1 io.acme:kit 1.2 documentation prose by name"]);
  });
});
