/** Seed files for fuzzing, by path. */
export const corpus = {
  ".circleci/config.yml": `version: 2.1
orbs: { deploy: acme/deploy@1.2.3, own: { orbs: { x: acme/x@volatile } } }
executors:
  default: &default { docker: [{ image: "acme/base:<< parameters.tag >>" }] }
jobs: { test: { <<: *default } }
workflows: { main: { jobs: [{ orb-tools/publish: { orb_name: acme/tools } }] } }
`,
  "orb/src/@orb.yml": "version: 2.1\norbs: { x: acme/x@1 }\n",
  "orb/src/commands/run.yml":
    "parameters:\n  image: { type: string }\n  level: { type: integer, default: 1 }\nsteps: [x/test: { a: 1 }]\n",
  "orb/src/jobs/build.yml":
    'executor: { name: x/java, tag: "21" }\nparameters: { after: { type: steps, default: [] } }\nsteps: []\n',
  "deploy/.circleci/config.yml": `orbs: { deploy: acme/deploy@1 }
jobs:
  a:
    executor: deploy/default
    steps:
      - deploy/run: { image: x, level: 2 } # é
workflows:
  main:
    jobs:
      - deploy/build: { matrix: { parameters: { tag: [a, b] } }, requires: [a] }
`,
};
