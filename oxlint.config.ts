import type { OxlintConfig, OxlintOverride } from "oxlint";

interface Boundary {
  /** Below `packages/`. A later row replaces the earlier ones for its files. */
  files: string[];
  /** Modules of other packages, without `@knockon/`; `!` takes some of them out again. */
  imports: string[];
  /** Packages of which only types may be imported, except for the modules in `imports`. */
  types?: string[];
  /** Node modules, without `node:`. Every one if left out. */
  node?: string[];
  message: string;
}

const EVERYTHING = ["*/**"];

/** The one way that imports flow between packages (ARCHITECTURE.md). boundaries.test.ts breaks each row. */
const BOUNDARIES: readonly Boundary[] = [
  {
    files: ["contract/src/**"],
    imports: [],
    node: [],
    message: "contract imports no other package and runs in browsers.",
  },
  {
    files: ["extract/src/**"],
    imports: ["contract/vocabulary/**"],
    node: ["path"],
    message: "extract imports contract's vocabulary and is pure; only isolate/ starts threads.",
  },
  {
    files: ["extract/src/isolate/**"],
    imports: ["contract/vocabulary/**"],
    message: "extract imports contract's vocabulary.",
  },
  {
    files: ["graph/src/**"],
    imports: [
      "contract/vocabulary/**",
      "contract/check/**",
      "contract/suggest",
      "extract/**",
      "!extract/isolate/**",
    ],
    types: ["contract/**"],
    node: [],
    message:
      "graph imports contract's vocabulary and checks, types of contract, and the pure modules of extract.",
  },
  {
    files: ["graph/src/uuid.ts", "graph/src/packed-graph-codec.ts"],
    imports: [
      "contract/vocabulary/**",
      "contract/check/**",
      "contract/suggest",
      "extract/**",
      "!extract/isolate/**",
    ],
    types: ["contract/**"],
    node: ["crypto"],
    message:
      "graph imports contract's vocabulary and checks, types of contract, and the pure modules of extract; these two files hash.",
  },
  {
    files: ["db/src/**"],
    imports: ["contract/vocabulary/**"],
    types: ["contract/**", "extract/**"],
    message: "db imports contract's vocabulary, and types of contract and extract.",
  },
  {
    files: ["core/src/**"],
    imports: ["contract/**", "extract/**", "graph/**", "db/**", "!db/connect/**", "!db/migrate"],
    message: "core imports contract, extract, graph and db; its connection is passed in.",
  },
  {
    files: ["core/src/**/*.test.ts", "core/src/**/testing/**"],
    imports: ["contract/**", "extract/**", "graph/**", "db/**"],
    message: "core imports contract, extract, graph and db.",
  },
  {
    files: ["adapters/src/**"],
    imports: ["core/ports/**", "db/**", "extract/**"],
    message: "adapters imports core's ports, db and extract.",
  },
  {
    files: ["api/src/**"],
    imports: ["core/**", "contract/**"],
    types: ["db/**"],
    message: "api imports core, contract and types of db.",
  },
  {
    files: ["api/src/**/*.test.ts", "api/src/**/testing/**"],
    imports: ["core/**", "contract/**", "db/**"],
    message: "api imports core, contract and, in tests, db.",
  },
  {
    files: ["mcp/src/**"],
    imports: ["contract/**"],
    message: "mcp imports contract.",
  },
  {
    files: ["cli/src/**"],
    imports: ["contract/**", "extract/**", "graph/**", "mcp/**", "adapters/git-host/local/**"],
    message: "cli imports contract, extract, graph, mcp and the local git host.",
  },
  {
    files: ["cli/src/testing/**"],
    imports: [
      "contract/**",
      "extract/**",
      "graph/**",
      "mcp/**",
      "adapters/git-host/local/**",
      "db/testing/once-per-run",
    ],
    message:
      "cli imports contract, extract, graph, mcp and the local git host; its tests also share what they build.",
  },
  {
    files: ["web/src/**"],
    imports: ["contract/**"],
    node: [],
    message: "web imports contract and runs in browsers.",
  },
  {
    files: ["functions/src/**", "acceptance/src/**"],
    imports: EVERYTHING,
    message: "Import another package by its name.",
  },
];

const packageOf = (path: string): string => path.split("/", 1)[0] ?? "";

const PACKAGES = new Set(BOUNDARIES.flatMap(({ files }) => files.map(packageOf)));

function restrictImports({ files, imports, types = [], node, message }: Boundary): OxlintOverride {
  const typesOnly = new Set(types.map(packageOf));
  const group = [
    "**/src/**",
    // Modules that "!" takes out of one group are not matched by another, so these stay out of this group.
    ...[...PACKAGES].filter((name) => !typesOnly.has(name)).map((name) => `@knockon/${name}/**`),
    ...imports.map((path) => (path.startsWith("!") ? `@knockon/${path.slice(1)}` : `!@knockon/${path}`)),
    ...(node === undefined ? [] : ["node:*", "node:*/**", ...node.map((name) => `!node:${name}`)]),
  ];
  const values = imports.filter((path) => typesOnly.has(packageOf(path)));
  const typeGroup = [
    ...types.map((path) => `@knockon/${path}`),
    ...values.map((path) => `!@knockon/${path}`),
  ];
  return {
    files: files.map((path) => `packages/${path}`),
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            { group, message },
            ...(types.length > 0 ? [{ group: typeGroup, message, allowTypeImports: true }] : []),
          ],
        },
      ],
    },
  };
}

export default {
  plugins: ["typescript", "import", "unicorn", "promise", "vitest", "oxc", "node"],
  categories: { correctness: "error", suspicious: "error", perf: "error" },
  rules: {
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "typescript/await-thenable": "error",
    "typescript/switch-exhaustiveness-check": "error",
    "typescript/no-explicit-any": "error",
    "typescript/consistent-type-imports": "error",
    "import/no-cycle": "error",
    "import/no-default-export": "off",
    "no-await-in-loop": "off",
    "no-unmodified-loop-condition": "off",
    "no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
    "oxc/no-map-spread": "off",
    "unicorn/consistent-function-scoping": "off",
    "typescript/unbound-method": "off",
    "typescript/triple-slash-reference": "off",
    "typescript/no-unsafe-type-assertion": "off",
    "no-console": "error",
  },
  overrides: [
    // Pulumi registers a cloud resource when its constructor runs.
    { files: ["infra/**"], rules: { "no-new": "off" } },
    { files: ["docs/**"], rules: { "import/no-unassigned-import": ["error", { allow: ["**/*.css"] }] } },
    ...BOUNDARIES.map(restrictImports),
    {
      files: ["packages/web/src/**"],
      plugins: ["typescript", "import", "unicorn", "promise", "oxc", "react", "jsx-a11y"],
      rules: {
        "import/no-unassigned-import": ["error", { allow: ["**/*.css"] }],
        "react/react-in-jsx-scope": "off",
        "react/no-unstable-nested-components": ["error", { allowAsProps: true }],
        // Only matters to React's compiler, which is not used.
        "react/incompatible-library": "off",
        // Both mistake table rows and charts for controls and images. The browser tests check with axe instead.
        "jsx-a11y/control-has-associated-label": "off",
        "jsx-a11y/prefer-tag-over-role": "off",
      },
    },
  ],
  ignorePatterns: ["node_modules", "dist", ".sst", "examples", "**/fixtures/**"],
} satisfies OxlintConfig;
