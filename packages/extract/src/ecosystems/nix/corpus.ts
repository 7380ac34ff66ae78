/** Seed files for fuzzing, by path. */
export const corpus = {
  "flake.nix": `{
  inputs = {
    nixpkgs.url = "github:NixOS/nixpkgs/nixos-24.05"; # pinned
    kit = { type = "github"; owner = "acme"; repo = "kit"; flake = false; };
    base = { url = "git+https://git.acme.io/acme/base.git?ref=v1"; inputs.nixpkgs.follows = "nixpkgs"; };
  };
  outputs = { self, ... }@inputs: let x = ''
    \${toString 1} ;
  ''; in { inherit x; };
}
`,
  "flake.lock": `{
  "nodes": {
    "kit": { "locked": { "rev": "0123456789abcdef0123456789abcdef01234567" } },
    "root": {
      "inputs": {
        "kit": "kit"
      }
    }
  },
  "root": "root"
}
`,
};
