/** Seed files for fuzzing, by path. */
export const corpus = {
  DESCRIPTION: `Package: shop
Version: 1.4.0.9000
Depends: R (>= 4.1), acme.core (>= 1.2.0)
Imports:
    dplyr,
    kit (== 0.3-1)
Suggests: testthat (>= 3.0.0)
Remotes: acme/kit@v0.3.1, plot=gitlab::acme/viz/plot, git::https://git.acme.io/r/log.git@main
Config/Needs/website: acme/site-template, rmarkdown
`,
  "renv.lock": `{
  "R": { "Version": "4.4.1" },
  "Packages": {
    "kit": {
      "Package": "kit",
      "Version": "0.3.1",
      "Source": "GitHub",
      "RemoteHost": "api.github.com",
      "RemoteUsername": "acme",
      "RemoteRepo": "kit",
      "RemoteSha": "0123456789abcdef0123456789abcdef01234567"
    }
  }
}
`,
};
