import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { jenkins } from "./index.ts";

/** `line name: announced names` of every image that a Jenkinsfile publishes. */
function pushed(text: string, path = "Jenkinsfile"): string[] {
  const { artifacts, problems } = extractFiles({ [path]: text }, [jenkins]);
  expect(problems).toEqual([]);
  return artifacts
    .filter(({ artifactType }) => artifactType === "container_image")
    .map(({ sourceLine, name, announces }) => `${sourceLine} ${name}: ${announces[0]}`);
}

describe("jenkins: images that pipelines push", () => {
  it("publishes images of docker.build and docker.image that are pushed", () => {
    const text = `node {
  def app = docker.build('acme/built:1', '--no-cache .')
  docker.withRegistry('https://quay.io') {
    docker.image("acme/tagged").push('latest')
    docker.image('acme/used').inside { sh 'make' }
  }
  docker.image('acme/other').push()
  app.push()
}
`;
    expect(pushed(text)).toEqual([
      "2 docker.io/acme/built: container_image:docker.io/acme/built",
      "4 quay.io/acme/tagged: container_image:quay.io/acme/tagged",
      "7 docker.io/acme/other: container_image:docker.io/acme/other",
    ]);
  });

  it("publishes nothing that is only built", () => {
    expect(pushed("node {\n docker.build('acme/built')\n}\n")).toEqual([]);
  });

  it("publishes images that commands push, with variables of the pipeline", () => {
    const text = `pipeline {
  environment { IMAGE = 'ghcr.io/acme/env' }
  steps {
    sh 'docker push --all-tags acme/single'
    sh """
      docker build -t $IMAGE .
      docker push \${IMAGE}:\${env.TAG}
    """
    sh "docker push acme/\${unknown}"
    echo 'docker push'
  }
}
`;
    expect(pushed(text)).toEqual([
      "4 docker.io/acme/single: container_image:docker.io/acme/single",
      "7 ghcr.io/acme/env: container_image:ghcr.io/acme/env",
    ]);
  });

  it("takes the name of an image from a step of a library, without its namespace", () => {
    const text = `pipeline {
  stages {
    buildDockerAndPublishImage('kit:jdk8', [automaticSemanticVersioning: true])
    publishImage imageName: 'named'
    dockerBuildAndPush(tag: 'no')
    parallelDockerUpdatecli([imageName: 'helm'])
    dockerLogin('no', image: 'no')
    buildApp('no')
  }
}
`;
    expect(pushed(text)).toEqual([
      "3 kit: image_name:kit",
      "4 named: image_name:named",
      "6 helm: image_name:helm",
    ]);
  });

  it("ignores the steps that a library defines", () => {
    expect(
      pushed("def call(String name) {\n  sh 'docker push acme/app'\n}\n", "vars/publishImage.groovy"),
    ).toEqual([]);
  });
});
