/** Seed files for fuzzing, by path. */
export const corpus = {
  "azure-pipelines.yml": `resources:
  repositories:
    - { repository: shared, type: github, name: acme/shared, ref: refs/tags/v1.2.0 }
    - { repository: tools, name: Shop/tools }
  containers: [{ container: build, image: "ghcr.io/acme/build:1" }]
jobs:
  - \${{ if eq(variables.x, 'y') }}:
      - template: jobs/test.yml@shared
  - job: a
    container: "acme/base:$(tag)"
    steps: [{ task: AcmeLint@1 }, { checkout: "git://Shop/scripts@main" }]
`,
  "templates/steps.yml": "parameters: []\nsteps:\n  - template: a.yml@shared\n",
  "lint/task.json":
    '{ "id": "ab-1", "name": "AcmeLint", "version": { "Major": 1, "Minor": 0, "Patch": 2 }, "execution": {} }\n',
  "templates/build.yml": `parameters:
  - { name: image, type: string }
  - name: names # é
    type: object
    default: []
steps:
  - script: echo \${{ parameters.image }} \${{ parameters['names'] }}
  - task: Bash@3
`,
  "templates/map.yml":
    'parameters: { a: 1 }\nsteps:\n  - template: b.yml@shared\n    parameters: { x: "${{ parameters.a }}" }\n',
  "ci/azure-pipelines.yml": `resources: { repositories: [{ repository: shared, type: github, name: acme/shared }] }
steps:
  - template: steps/build.yml@shared
    parameters:
      image: x
      \${{ if eq(variables.x, 'y') }}:
        tag: 1
`,
};
