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
  "pubspec.lock": `packages:
  acme_kit:
    dependency: "direct main"
    description:
      resolved-ref: "0123456789abcdef0123456789abcdef01234567"
    version: "1.0.0"
  http:
    dependency: "direct main"
    version: "1.2.1"
sdks:
  dart: ">=3.0.0 <4.0.0"
`,
};
