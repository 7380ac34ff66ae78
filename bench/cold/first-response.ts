/** Stands in for a new container: imports a bundle, handles one event, and prints the elapsed milliseconds. */
const [bundle = "", event = "{}"] = process.argv.slice(2);

const startedAt = performance.now();
const { handler } = (await import(bundle)) as {
  handler: (event: unknown, context: object) => Promise<unknown>;
};
const answer = (await handler(JSON.parse(event), {})) as { statusCode?: number } | undefined;
const milliseconds = performance.now() - startedAt;

process.stdout.write(JSON.stringify({ milliseconds, statusCode: answer?.statusCode }));
// Open pools and clients would keep the process alive.
process.exit();
