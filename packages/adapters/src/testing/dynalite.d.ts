declare module "dynalite" {
  import type { Server } from "node:http";
  /** An in-memory DynamoDB. `createTableMs` is the delay until a new table is ready. */
  export default function dynalite(options?: { createTableMs?: number }): Server;
}
