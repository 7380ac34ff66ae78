import { hash } from "node:crypto";

/** Returns a name-based UUID: https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-5 */
export function uuidV5(namespace: string, name: string): string {
  const bytes = Buffer.concat([Buffer.from(namespace.replaceAll("-", ""), "hex"), Buffer.from(name)]);
  const digest = hash("sha1", bytes, "hex");
  const version = `5${digest.slice(13, 16)}`;
  const variant = ((Number.parseInt(digest.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-${version}-${variant}${digest.slice(18, 20)}-${digest.slice(20, 32)}`;
}
