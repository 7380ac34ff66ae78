import { createHash, randomUUID } from "node:crypto";

const digest = (salt: string, password: string): string =>
  createHash("sha256").update(`${salt} ${password}`).digest("base64url");

/** Salted, but not slow: tests sign up hundreds of people, and scrypt takes a tenth of a second for each. */
export const cheapPasswordHash = {
  async hash(password: string): Promise<string> {
    const salt = randomUUID();
    return `${salt}:${digest(salt, password)}`;
  },
  async verify({ hash, password }: { hash: string; password: string }): Promise<boolean> {
    const [salt = "", expected] = hash.split(":");
    return digest(salt, password) === expected;
  },
};
