/** Typical files, as seeds for fuzzing. The host of the repository decides which of them counts. */
export const corpus: Record<string, string> = {
  ".github/CODEOWNERS": `# Owners of everything
*                 @acme/platform
*.tf              @acme/infrastructure ops@acme.example
/charts/          @acme/delivery @jane # reviews releases
/charts/generated
docs/*            @acme/writers
with\\ space/**/x @joe
`,
  ".gitlab/CODEOWNERS": `* @acme/platform

[Delivery][2] @acme/delivery
charts/
!charts/generated/
^[Documentation]
docs/**/*.md @acme/writers @@maintainer
`,
};
