import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { docker } from "./index.ts";

/** `line name version` of every artifact of a workflow in Acme/App. */
function pushed(text: string): string[] {
  const repository = { fullPath: "Acme/App", cloneUrl: "https://github.com/Acme/App.git" };
  const result = extractFiles({ ".github/workflows/release.yml": text }, [docker], repository);
  expect(result.declarations).toEqual([]);
  expect(result.problems).toEqual([]);
  return result.artifacts.map(({ sourceLine, name, version }) => `${sourceLine} ${name} ${version}`);
}

const job = (steps: string): string => `on: push\njobs:\n  release:\n    steps:\n${steps}`;

describe("docker: workflows", () => {
  it("publishes images that build-push-action pushes", () => {
    const text = job(`      - uses: docker/build-push-action@v6
        with:
          push: \${{ github.event_name != 'pull_request' }}
          tags: |
            ghcr.io/acme/api:1.2
            ghcr.io/acme/worker:latest,acme/worker
      - uses: docker/build-push-action@v6
        with:
          tags: acme/local
      - uses: Docker/Build-Push-Action@v6
        with: { push: true, tags: "acme/inline:2" }
      - uses: docker/build-push-action@v6
        with:
          outputs: type=image,name=acme/output,push-by-digest=true,push=true
      - uses: docker/build-push-action@v6
        with: { outputs: "type=registry,compression=zstd", tags: acme/registry }
      - uses: docker/build-push-action@v6
        with: { outputs: "type=docker,dest=x.tar", tags: acme/tarball }
`);
    expect(pushed(text)).toEqual([
      "9 ghcr.io/acme/api 1.2",
      "10 ghcr.io/acme/worker null",
      "10 docker.io/acme/worker null",
      "15 docker.io/acme/inline 2",
      "18 docker.io/acme/output null",
      "20 docker.io/acme/registry null",
    ]);
  });

  it("publishes images of metadata-action", () => {
    const text = job(`      - uses: docker/metadata-action@v5
        with:
          images: |
            name=ghcr.io/acme/api,enable=true
            acme/api
`);
    expect(pushed(text)).toEqual(["8 ghcr.io/acme/api null", "9 docker.io/acme/api null"]);
  });

  it("binds expressions of the repository and env of workflow, job and step", () => {
    const text = `env:
  REGISTRY: ghcr.io
  NAME: \${{ github.repository }}
jobs:
  a:
    env:
      NAME: \${{github.repository_owner}}/job
    steps:
      - uses: docker/build-push-action@v6
        env: { TAG: "7" }
        with: { push: true, tags: "\${{ env.REGISTRY }}/\${{ env.NAME }}:\${{ env.TAG }}" }
  b:
    steps:
      - uses: docker/build-push-action@v6
        with: { push: true, tags: "\${{ env.REGISTRY }}/\${{ env.NAME }}:\${{ github.sha }}" }
`;
    expect(pushed(text)).toEqual(["11 ghcr.io/acme/job 7", "15 ghcr.io/acme/app null"]);
  });

  it("binds values that earlier steps of the job set", () => {
    const text = `jobs:
  a:
    steps:
      - run: echo "OWNER=$(echo \${{ github.repository_owner }} | tr '[:upper:]' '[:lower:]')" >> $GITHUB_ENV
      - id: names
        run: |
          echo "image=\${GITHUB_REPOSITORY,,}" >> "$GITHUB_OUTPUT"
          echo "::set-output name=old::acme/old"
          echo TAG=\${GITHUB_REF#refs/tags/} | tee -a \${GITHUB_ENV}
          echo "NAME=$(cat name)" >> $GITHUB_ENV
      - uses: docker/build-push-action@v6
        with:
          push: true
          tags: |
            ghcr.io/\${{ env.OWNER }}/one:\${{ env.TAG }}
            ghcr.io/\${{ steps.names.outputs.image }}
            \${{ steps.names.outputs.old }}
            \${{ env.NAME }}/two
      - run: |
          LOWER=$(tr A-Z a-z <<< "$GITHUB_REPOSITORY_OWNER")
          docker push ghcr.io/$LOWER/three:\${TAG}
  b:
    steps:
      - { uses: docker/build-push-action@v6, with: { push: true, tags: "\${{ env.OWNER }}/four" } }
`;
    expect(pushed(text)).toEqual([
      "15 ghcr.io/acme/one null",
      "16 ghcr.io/acme/app null",
      "17 docker.io/acme/old null",
      "21 ghcr.io/acme/three null",
    ]);
  });

  it("prefers a registry to that of tests, and knows an image without its tag", () => {
    const text = job(`      - run: |
          if [ "$GITHUB_REF" = refs/heads/main ]; then
            REGISTRY=$DEFAULT_REGISTRY
          else
            REGISTRY=localhost:5000
          fi
          echo "REGISTRY=$REGISTRY" >> $GITHUB_ENV
      - run: |
          VERSION=$(git describe)
          TAGS="\${{ env.REGISTRY }}/acme/app:$VERSION"
          TAGS="$TAGS,\${{ env.REGISTRY }}/acme/extra:main"
          echo "TAGS=$TAGS" >> $GITHUB_ENV
      - uses: docker/build-push-action@v6
        with: { push: true, tags: "\${{ env.TAGS }}" }
`).replace("steps:", "env: { DEFAULT_REGISTRY: quay.io }\n    steps:");
    expect(pushed(text)).toEqual(["19 quay.io/acme/app null", "19 quay.io/acme/extra main"]);
  });

  it("knows the name that a condition chooses, next to one of a secret", () => {
    const text = job(`      - run: |
          if [ "\${{ github.repository_owner }}" = "acme" ]; then
            echo "HUB=images/app" >> $GITHUB_ENV
          else
            echo "HUB=\${{ secrets.DOCKER_USERNAME }}/app" >> $GITHUB_ENV
          fi
      - uses: docker/metadata-action@v5
        with:
          images: |
            \${{ env.HUB }}
            docker.io/\${{ github.repository_owner == 'acme' && 'images' || secrets.DOCKER_USERNAME }}/base
            \${{ github.ref == 'main' && 'quay.io' || 'ghcr.io' }}/\${{ inputs.test && 'acme' || github.repository_owner }}/tool
            \${{ github.actor == 'bot' && secrets.REGISTRY || vars.REGISTRY }}/acme/unknown
`);
    expect(pushed(text)).toEqual([
      "14 docker.io/images/app null",
      "15 docker.io/images/base null",
      "16 quay.io/acme/tool null",
      "16 ghcr.io/acme/tool null",
    ]);
  });

  it("publishes the images that an action computes tags of", () => {
    const text = job(`      - id: tags
        uses: acme/tag-calculator@v4
        with:
          newTag: v1
          prefix: >-
            quay.io/acme/hub:
            \${{ env.PUBLIC && format('{0}:', env.IMAGE) || '' }}
      - uses: docker/build-push-action@v6
        with:
          push: true
          tags: \${{ join(fromJson(steps.tags.outputs.tags)) }}
`);
    expect(pushed(text)).toEqual(["9 quay.io/acme/hub null"]);
  });

  it("binds the values of a matrix", () => {
    const steps = `
    steps:
      - { uses: docker/build-push-action@v6, with: { push: true, tags: "acme/\${{ matrix.image }}:\${{ matrix.tag.name }}" } }
`;
    const matrix = (text: string) => pushed(`jobs:\n  a:\n    strategy: { matrix: ${text} }${steps}`);
    expect(matrix("{ image: [api, web], tag: [{ name: 1.2 }] }")).toEqual([
      "5 docker.io/acme/api 1.2",
      "5 docker.io/acme/web 1.2",
    ]);
    expect(matrix("{ include: [{ image: api }, { image: web, tag: { name: 2 } }] }")).toEqual([
      "5 docker.io/acme/api null",
      "5 docker.io/acme/web 2",
    ]);
    expect(
      matrix("{ image: [api, web], include: [{ image: web, tag: { name: 2 } }, { image: db }] }"),
    ).toEqual(["5 docker.io/acme/api null", "5 docker.io/acme/web 2", "5 docker.io/acme/db null"]);
    expect(matrix('"${{ fromJson(needs.x.outputs.y) }}"')).toEqual([]);
  });

  it("publishes nothing with an unbound name", () => {
    const text = job(`      - uses: docker/build-push-action@v6
        with:
          push: true
          tags: |
            \${{ steps.meta.outputs.tags }}
            ghcr.io/acme/\${{ matrix.image }}:1
            \${{ secrets.REGISTRY }}/acme/x
            \${{ env.constructor }}/acme/x
`);
    expect(pushed(text)).toEqual([]);
  });

  it("publishes images that scripts push", () => {
    const text = `env: { OWNER: acme }
jobs:
  a:
    steps:
      - run: docker push ghcr.io/$OWNER/one:1
      - run: |
          # docker push acme/commented
          export IMAGE="ghcr.io/\${{ github.repository }}/two"
          docker build -t acme/only-built . && sudo docker image push --quiet "\${IMAGE}:\${{ github.sha }}"
          docker buildx build --push \\
            --tag acme/three:3 -t acme/four --tag=acme/five .
          OTHER=acme/other
          OTHER=$(echo $OTHER | tr A-Z a-z)
          docker push $OTHER
          echo docker push acme/echoed; podman push acme/six
`;
    expect(pushed(text)).toEqual([
      "5 ghcr.io/acme/one 1",
      "9 ghcr.io/acme/app/two null",
      "10 docker.io/acme/three 3",
      "10 docker.io/acme/four null",
      "10 docker.io/acme/five null",
      "14 docker.io/acme/other null",
      "15 docker.io/acme/six null",
    ]);
  });

  it("returns nothing for other files and workflows without images", () => {
    const text = job("      - run: docker push acme/x\n");
    const paths = ["workflows/a.yml", ".github/workflows/deep/a.yml", ".github/a.yml"];
    for (const path of paths) expect(extractFiles({ [path]: text }, [docker]).artifacts).toEqual([]);
    expect(extractFiles({ ".github/workflows/a.yml": "jobs: [" }, [docker]).problems).toEqual([]);
  });

  it("reports a syntax error", () => {
    const { problems } = extractFiles({ ".github/workflows/a.yml": "jobs:\n  docker: [\n" }, [docker]);
    expect(problems).toMatchObject([{ file: ".github/workflows/a.yml", line: 3, code: "invalid_syntax" }]);
  });
});
