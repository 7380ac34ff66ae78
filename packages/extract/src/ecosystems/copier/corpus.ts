/** Seed files for fuzzing, by path. */
export const corpus = {
  ".copier-answers.yml": "_commit: v1.2.0-3-gabc1234\n_src_path: gh:acme/template # é\n",
  ".cruft.json": `{ "template": "https://github.com/acme/old", "commit": "${"ab".repeat(20)}", "checkout": "v1" }\n`,
  "copier.yml": "name: { type: str }\n",
};
