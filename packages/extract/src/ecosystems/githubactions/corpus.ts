/** Seed files for fuzzing, by path. */
export const corpus = {
  ".github/workflows/ci.yml": `name: ci
on:
  workflow_call:
    inputs: { version: { type: string, required: true }, level: { type: number, default: 1 } }
    secrets: { TOKEN: { required: true } }
    outputs: { digest: { value: "\${{ jobs.shared.outputs.digest }}" } }
jobs:
  build:
    runs-on: ubuntu-latest
    container: { image: "ghcr.io/acme/runner:2" }
    services:
      db: { image: "postgres:\${{ matrix.pg }}" }
    strategy: { matrix: { pg: [16, 17] } }
    steps:
      - uses: acme/actions/setup@0123456789abcdef0123456789abcdef01234567 # v4.1.0
      - uses: docker://acme/lint:1
      - run: |
          docker build -t ghcr.io/acme/app:\${{ github.sha }} .
          docker push ghcr.io/acme/app:\${{ github.sha }}
  others:
    strategy: { matrix: { project: [{ repo: acme/kit, ref: main }] } }
    uses: ./.github/workflows/test.yml
    with: { repo: "\${{ matrix.project.repo }}" }
  shared:
    uses: acme/workflows/.github/workflows/deploy.yml@main
    with: { version: "1" }
    secrets: { TOKEN: "\${{ secrets.TOKEN }}" }
  last:
    needs: [shared]
    runs-on: ubuntu-latest
    steps:
      - { id: tool, uses: acme/actions/tool@v1, with: { level: 2 } }
      - run: echo \${{ needs.shared.outputs.digest }} \${{ steps.tool.outputs['path'] }}
`,
  "deploy/action.yml": `name: deploy
inputs: { target: { required: true }, mode: { default: fast } }
outputs: { url: { value: "\${{ steps.a.outputs.url }}" } }
runs:
  using: composite
  steps:
    - uses: acme/actions/login@v2
    - { uses: "actions/checkout@v6", with: { repository: acme/manifests } }
    - run: gh api repos/acme/releases/tarball
      shell: bash
`,
  "hello/action.yml": `runs: { using: docker, image: "docker://ghcr.io/acme/hello:1" }\n`,
};
