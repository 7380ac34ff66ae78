/** By custom what ends so is published again and again, whatever numbers stand before it: `8.10.0-SNAPSHOT`, `15-dev-latest`. */
const REPUBLISHED = /[-_.](?:snapshot|latest|nightly|edge|dev|main|master)$/i;

export const isRepublished = (version: string): boolean => REPUBLISHED.test(version);
