/** Seed files for fuzzing, by path. */
export const corpus = {
  ".gitmodules": `[submodule "lib"]
\tpath = lib
\turl = https://github.com/acme/lib.git ; pinned
[submodule "docs/theme"] path = "docs/theme"
\turl = ../theme.git
`,
};
