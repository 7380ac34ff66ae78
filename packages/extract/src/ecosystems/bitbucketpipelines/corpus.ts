/** Seed files for fuzzing, by path. */
export const corpus = {
  "bitbucket-pipelines.yml": `image: { name: "acme/build:1.4", username: $USER }
definitions:
  imports: { shared: "shared-pipelines:v1.2.0:ci/pipelines.yml" }
  services: { db: { image: "postgres:\${PG:-16}" } }
pipelines:
  default:
    - step: { script: [{ pipe: acme/deploy:1.1.0 }, { pipe: "docker://acme/notify:3" }] }
`,
  "pipe.yml": "name: Notify\nimage: acme/notify:3.1.0\n",
};
