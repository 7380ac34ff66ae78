import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { createTestDatabase } from "@knockon/db/connect/test-database";
import { inject } from "vitest";
import { createWebSocketStream, WebSocketServer } from "ws";

export interface NeonDatabase {
  /** For direct connections. */
  url: string;
  /** The settings by which Neon's driver connects. */
  environment: { DATABASE_URL: string; NEON_WS_PROXY: string };
  close: () => Promise<void>;
}

/** Creates a migrated database behind a WebSocket proxy like Neon's. */
export async function startNeonDatabase(): Promise<NeonDatabase> {
  const { url, drop } = await createTestDatabase(inject("templateUrl"));
  const proxy = await startPostgresProxy(url);
  return {
    url,
    environment: { DATABASE_URL: url, NEON_WS_PROXY: proxy.address },
    async close() {
      proxy.close();
      await drop();
    },
  };
}

/** Serves Postgres over WebSockets, one per connection. The address is `host:port`. */
export async function startPostgresProxy(
  databaseUrl: string,
): Promise<{ address: string; close: () => void }> {
  const { hostname, port } = new URL(databaseUrl);
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (socket) => {
    const tcp = connect(Number(port), hostname);
    const duplex = createWebSocketStream(socket);
    // When one side closes, the pipeline closes the other and rejects. That is the expected end.
    pipeline(duplex, tcp, duplex).catch(() => tcp.destroy());
  });
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${address.port}`,
    close() {
      for (const client of server.clients) client.close(1001);
      server.close();
    },
  };
}
