/** Seed files for fuzzing, by path. */
export const corpus = {
  ".buildkite/pipeline.yml": `steps:
  - command: make
    plugins:
      - acme/deploy#v1.2.0 # é
      - docker#v5.11.0: { image: "acme/build:\${TAG:-1}" }
      - "ssh://git@git.acme.io:2222/acme/tool.git#main"
  - group: all
    steps: [{ plugins: { kubernetes: { podSpec: { containers: [{ image: "node:20" }] } } } }]
`,
  "plugin.yml": "name: Deploy\nconfiguration: { properties: { image: { type: string } } }\n",
};
