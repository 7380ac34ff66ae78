/** Seed files for fuzzing, by path. */
export const corpus = {
  "MODULE.bazel": `module(name = "acme_shop", version = "1.4.0")
V = "2.0"
bazel_dep(name = "acme_rules", version = V, dev_dependency = True)
git_override(module_name = "acme_rules", remote = "https://github.com/acme/rules.git", tag = "v" + V)
oci.pull(name = "base", image = "ghcr.io/acme/base", tag = "1")
`,
  "bazel/deps.bzl": `def deps(ref):
    maybe(http_archive, name = "kit", urls = ["https://github.com/acme/kit/archive/v%s.zip" % ref])
`,
  "MODULE.bazel.lock": `{
  "lockFileVersion": 18,
  "registryFileHashes": {
    "https://bcr.bazel.build/modules/acme_rules/2.0/source.json": "00"
  }
}
`,
};
