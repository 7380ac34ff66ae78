/** Seed files for fuzzing, by path. */
export const corpus = {
  "package.json": `{
  "name": "@acme/shop", "version": "1.0.0", "workspaces": { "catalog": { "react": "^19.0.0" } },
  // A comment, as some tools allow it.
  "dependencies": {
    "@acme/ui": "^2.1.0", "log": "npm:@acme/log@~1.2", "kit": "github:acme/kit#semver:^3", "own": "workspace:*",
    "react": "catalog:", "tool": "git+ssh://git@github.com/acme/tool.git#v1", "tar": "https://acme.io/x/-/x-1.0.0.tgz",
  },
  "devDependencies": { "@acme/ui": "file:../ui", "lint": "acme/lint" },
  "overrides": { "@acme/ui": { "log": "2" }, "react": "$react" },
  "exports": { ".": "./index.js", "./button": { "import": "./b.mjs" }, "./icons/*": "./i/*" },
  "packageManager": "pnpm@10.1.0+sha512.ab"
}
`,
  "ui/package.json": `{"name":"@acme/ui","private":false,"peerDependencies":{"react":">=18 <20"}}`,
  "pnpm-workspace.yaml": `packages: ["packages/*"]
catalog: { react: ^19.0.0 }
catalogs:
  next: { "@acme/ui": npm:@acme/ui-next@3 }
overrides: { "log@1": "catalog:next" }
`,
  "cli/package.json": `{
  "name": "@acme/cli",
  "bin": { "acme": "./acme.js" },
  "engines": { "node": ">=20" },
  "volta": { "node": "20.11.0" },
  "scripts": { "lint": "NODE_ENV=test acme-lint . && npx --no-install acme-fix" },
  "devDependencies": { "@acme/lint": "^1.0.0" }
}
`,
  "cli/package-lock.json": `{
  "lockfileVersion": 3,
  "packages": {
    "node_modules/@acme/lint": {
      "version": "1.2.0"
    }
  }
}
`,
  "cli/.nvmrc": "v18.20.0\n",
  "pnpm-lock.yaml": `lockfileVersion: '9.0'
catalogs:
  default:
    react:
      specifier: ^19.0.0
      version: 19.0.0
importers:
  .:
    dependencies:
      '@acme/ui':
        specifier: ^2.1.0
        version: 2.1.0(react@19.0.0)
packages:
  react@19.0.0: {}
`,
  "ui/package-lock.json": `{
  "lockfileVersion": 3,
  "packages": {
    "": {
      "name": "@acme/ui"
    },
    "node_modules/react": {
      "version": "19.0.0",
      "resolved": "git+ssh://git@github.com/acme/react.git#0123456789abcdef0123456789abcdef01234567"
    }
  }
}
`,
  "yarn/package.json": `{"workspaces":["{a,b}/**","!x*"],"dependencies":{"@acme/ui":"^2.0.0"}}`,
  "yarn/yarn.lock": `# yarn lockfile v1


"@acme/ui@^2.0.0", "@acme/ui@npm:^2":
  version "2.1.0"
  resolved "https://codeload.github.com/acme/ui/tar.gz/0123456789abcdef0123456789abcdef01234567"
`,
  "bun/package.json": `{"dependencies":{"@acme/ui":"^2.0.0"}}`,
  "bun/bun.lock": `{
  "lockfileVersion": 1,
  "packages": {
    "@acme/ui": ["@acme/ui@2.1.0", "", {}, "sha512-00"],
  },
}
`,
  ".yarnrc.yml": `catalog:\n  "@acme/ui": ^2.0.0\nnpmScopes: { acme: { npmRegistryServer: "https://npm.acme.io" } }\n`,
  "src/app.ts": `import { a } from "@acme/ui/button";
import b, {
  c,
} from '@acme/core/lib/x.js'; // é
export * from "@acme/ui/icons/a";
const d = require("@acme/ui/d"), e = await import("@acme/ui/e");
`,
};
