/** Seed files for fuzzing, by path. */
export const corpus = {
  "vcpkg.json": `{
  "name": "acme-shop", "version-date": "2024-01-31", // the port
  "dependencies": ["zlib", { "name": "fmt", "version>=": "10.1.0#1" }],
  "overrides": [{ "name": "zlib", "version": "1.3.1", "port-version": 1 }],
}
`,
  "vcpkg-configuration.json":
    '{ "registries": [{ "kind": "git", "repository": "git@github.com:acme/ports.git", "baseline": "abc" }] }\n',
};
