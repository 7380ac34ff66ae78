/** The embedded server cannot run here. The message is complete and meant for the person who started it. */
export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError";
}
