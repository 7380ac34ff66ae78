/** Seed files for fuzzing, by path. */
export const corpus = {
  "pubspec.yaml": `name: acme_shop
version: 1.4.0+12
dependencies:
  http: ^1.2.0 # the client
  acme_kit: { git: { url: "https://github.com/acme/kit.git", ref: v1.0.0, path: kit } }
  acme_ui: { hosted: "https://pub.acme.io", version: ">=2.0.0 <3.0.0" }
dev_dependencies: { flutter_test: { sdk: flutter }, test: any }
`,
};
