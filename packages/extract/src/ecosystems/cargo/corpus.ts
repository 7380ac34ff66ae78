/** Seed files for fuzzing, by path. */
export const corpus = {
  "Cargo.toml": `[package]
name = "acme-orders"
version.workspace = true
[workspace]
package.version = "2.1.0"
dependencies.serde = { version = "1.0", features = ["derive"] }
[dependencies]
serde.workspace = true
log = { package = "acme-log", version = "=0.4.1" }
acme-auth = { git = "https://github.com/acme/auth.git", tag = "v1.4.0" } # é
[target.'cfg(unix)'.dependencies.nix]
version = ">=0.28, <0.30"
[[bin]]
name = "x"
[patch.crates-io]
local = { path = "crates/local" }
`,
  "Cargo.lock": `version = 4

[[package]]
name = "acme-orders"
version = "2.1.0"
dependencies = [
 "serde",
]

[[package]]
name = "serde"
version = "1.0.200"
source = "registry+https://github.com/rust-lang/crates.io-index"
`,
};
