declare module "dynalite" {
  import type { Server } from "node:http";
  /** DynamoDB's protocol over memory; `createTableMs` is how long a table is not ready. */
  export default function dynalite(options?: { createTableMs?: number }): Server;
}
