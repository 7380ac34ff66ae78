import webhooks from "@octokit/webhooks-examples" with { type: "json" };

/** Returns payloads of an event as GitHub sent them. */
export function findExamples(name: string): Record<string, object>[] {
  // The types of the package describe a module, not the JSON file that it is.
  const events = webhooks as unknown as { name: string; examples: Record<string, object>[] }[];
  return events.find((event) => event.name === name)?.examples ?? [];
}
