import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { createWebSocketStream, WebSocketServer } from "ws";

/** What Neon runs in front of its Postgres: a WebSocket for each connection. Returns `host:port` and how to end it. */
export async function startPostgresProxy(
  databaseUrl: string,
): Promise<{ address: string; close: () => void }> {
  const { hostname, port } = new URL(databaseUrl);
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (socket) => {
    const tcp = connect(Number(port), hostname);
    const duplex = createWebSocketStream(socket);
    // Either side may go first; the other is then closed, which is the end that was wanted.
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
