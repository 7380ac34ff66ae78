import { unreachable, type HttpResponse } from "./guarded-http.ts";

/** The bytes as they come. Throws HostUnreachableError where they break off. */
export async function* readBody(host: string, body: HttpResponse["body"]): AsyncGenerator<Buffer> {
  try {
    yield* body as AsyncIterable<Buffer>;
  } catch (error) {
    throw unreachable(host, error);
  }
}
