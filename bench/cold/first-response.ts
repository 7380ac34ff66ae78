/** A process that stands for a new container: imports a bundle, has it answer one event, and prints the milliseconds. */
const [bundle = "", event = "{}"] = process.argv.slice(2);

const startedAt = performance.now();
const { handler } = (await import(bundle)) as {
  handler: (event: unknown, context: object) => Promise<unknown>;
};
const answer = (await handler(JSON.parse(event), {})) as { statusCode?: number } | undefined;
const milliseconds = performance.now() - startedAt;

process.stdout.write(JSON.stringify({ milliseconds, statusCode: answer?.statusCode }));
// Pools and clients would keep the process.
process.exit();
