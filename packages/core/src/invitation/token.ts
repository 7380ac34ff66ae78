import { createHash, randomBytes } from "node:crypto";

/** What stands in the link of an invitation: 256 bits. */
export const createToken = (): string => randomBytes(32).toString("base64url");

/** All that is stored of it. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");
