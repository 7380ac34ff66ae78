/**
 * By custom what ends so is published again and again, whatever numbers stand before it: `8.10.0-SNAPSHOT`, `15-dev-latest`.
 * Behind a whole version `dev` says which variant of an image it is.
 */
const REPUBLISHED = /[-_.](?:snapshot|latest|nightly|edge|main|master)$/i;

export const isRepublished = (version: string): boolean => REPUBLISHED.test(version);
