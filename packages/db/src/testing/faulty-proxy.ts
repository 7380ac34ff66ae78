import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A TCP proxy with faults. New connections work, unless all are swallowed. */
export interface FaultyProxy {
  port: number;
  /** Resets the current connections. */
  reset: () => void;
  /** The current connections stay open, and lose everything that is sent, in both directions. */
  swallow: () => void;
  /** New connections are accepted, and lose everything as well. */
  swallowNew: (isSilent: boolean) => void;
  close: () => void;
}

export async function startFaultyProxy(hostname: string, port: number): Promise<FaultyProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port, host: hostname, allowHalfOpen: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on("data", (data) => void to.write(data));
      from.on("end", () => void to.end());
    }
    if (isSilent) silence(near, far);
  });
  const silence = (...silent: Socket[]) => {
    for (const socket of silent) {
      socket.removeAllListeners("data");
      socket.removeAllListeners("end");
      socket.removeAllListeners("close");
      socket.resume();
      socket.on("close", () => sockets.delete(socket));
    }
  };
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    reset: () => sockets.forEach((socket) => void socket.resetAndDestroy()),
    swallow: () => silence(...sockets),
    swallowNew: (silent) => void (isSilent = silent),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
