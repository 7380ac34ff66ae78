import type { OperationAuth } from "../operation.ts";

/** Whom an operation admits, in words: OpenAPI has a place for schemes and none for roles and plans. */
export function describeAdmission({ credentials, role, feature }: OperationAuth): string {
  if (credentials === "none") return "Anybody may ask.";
  if (credentials === "signature") return "Whoever signs the request.";
  const session =
    role === null ? "a session" : `a session with the role ${role}${role === "owner" ? "" : " or above"}`;
  const admitted = credentials.includes("key")
    ? credentials.includes("session")
      ? `For a key, or ${session}.`
      : "For a key."
    : `For ${session}; a key will not do.`;
  return feature === undefined ? admitted : `${admitted} The plan has to include \`${feature}\`.`;
}
