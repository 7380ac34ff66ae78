/** The functions of `semver` that the schemes use. Its main module loads all others, which takes as long as starting Node.js. */
export { default as compare } from "semver/functions/compare.js";
export { default as compareBuild } from "semver/functions/compare-build.js";
export { default as major } from "semver/functions/major.js";
export { default as minor } from "semver/functions/minor.js";
export { default as prerelease } from "semver/functions/prerelease.js";
export { default as satisfies } from "semver/functions/satisfies.js";
export { default as valid } from "semver/functions/valid.js";
export { default as intersects } from "semver/ranges/intersects.js";
export { default as subset } from "semver/ranges/subset.js";
export { default as validRange } from "semver/ranges/valid.js";
