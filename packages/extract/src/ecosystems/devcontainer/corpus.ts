/** Seed files for fuzzing, by path. */
export const corpus = {
  ".devcontainer/devcontainer.json": `{
  // An image and features.
  "image": "ghcr.io/acme/dev:\${localEnv:TAG:1.2}",
  "features": { "ghcr.io/acme/features/kit:1": {}, "acme/features/old@v1": {}, "./local": {} },
}
`,
  "src/kit/devcontainer-feature.json": '{ "id": "kit", "version": "1.0.0", "dependsOn": {} }\n',
};
