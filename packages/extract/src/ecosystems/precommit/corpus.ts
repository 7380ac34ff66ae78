/** Seed files for fuzzing, by path. */
export const corpus = {
  ".pre-commit-config.yaml": `repos:
  - repo: https://github.com/acme/hooks
    rev: 0123456789abcdef0123456789abcdef01234567 # frozen: v1.2.0
    hooks: [{ id: lint }]
  - repo: local
    hooks:
      - { id: eslint, language: node, additional_dependencies: ["@acme/lint@^2", "kit@github:acme/kit#v1"] }
`,
  ".pre-commit-hooks.yaml": "- id: check\n  entry: check\n  language: script\n",
};
