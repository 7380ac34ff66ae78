/** Seed files for fuzzing, by path. */
export const corpus = {
  "Package.swift": `// swift-tools-version:5.9
import PackageDescription
let acme = "https://github.com/acme"
let package = Package(
    name: "AcmeShop",
    dependencies: [
        .package(url: "\\(acme)/kit.git", from: "1.2.3"), /* a /* b */ */
        .package(url: acme + "/range", "1.0.0"..<"2.0.0"),
        .package(id: "acme.list", .upToNextMinor(from: "1.0.0")),
    ]
)
`,
  "Package.resolved": `{
  "pins" : [
    {
      "identity" : "kit",
      "location" : "https://github.com/acme/kit",
      "state" : {
        "version" : "1.2.3"
      }
    }
  ],
  "version" : 2
}
`,
};
