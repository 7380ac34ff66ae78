/** Seed files for fuzzing, by path. */
export const corpus = {
  "composer.json": `{
  "name": "acme/shop", "version": "1.2.0",
  "require": { "php": ">=8.2", "ext-json": "*", "acme/kit": "^2.1 || 3.*@beta", "acme/log": "dev-main#0123456789ab as 1.0" },
  "require-dev": { "acme/lint": "self.version" },
  "repositories": { "kit": { "type": "vcs", "url": "git@github.com:acme/kit.git" } }
}
`,
  "composer.lock": `{
    "content-hash": "00",
    "packages": [
        {
            "name": "acme/kit",
            "version": "v2.1.0",
            "source": {
                "type": "git",
                "reference": "0123456789abcdef0123456789abcdef01234567"
            }
        },
        {
            "name": "acme/log",
            "version": "dev-main",
            "source": {
                "reference": "0123456789abcdef0123456789abcdef01234567"
            }
        }
    ]
}
`,
};
