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
};
