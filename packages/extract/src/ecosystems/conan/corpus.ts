/** Seed files for fuzzing, by path. */
export const corpus = {
  "conanfile.txt":
    "[requires]\nzlib/[>=1.2 <2] # the range\nacme-kit/1.2.0@acme/stable#4f2a9c1b\n[options]\nzlib/*:shared=True\n",
  "conanfile.py": `class Shop(ConanFile):
    name = "acme-shop"
    version = "1.4.0"
    tool_requires = ("cmake/3.28.1", "private"), "acme-base/[~1]"
    def requirements(self):
        self.requires(f"acme-proto/{self.version}@acme/stable", headers=True)
`,
  "conan.lock": `{
  "version": "0.5",
  "requires": [
    "zlib/1.3.1#4f2a9c1b%1700000000.1"
  ]
}
`,
};
