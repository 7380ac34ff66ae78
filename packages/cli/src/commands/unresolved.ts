import { UNRESOLVED_REASONS } from "@knockon/contract/vocabulary/evidence";
import { parseChoice } from "../arguments.ts";
import { defineCommand, print } from "../command.ts";
import { ask } from "../service/open-answers.ts";
import { LIMIT, parseLimit, parseType, TYPE } from "./artifacts.ts";
import { JSON_FLAG, parseRoles, ROLE } from "./options.ts";
import { getSource, SOURCE_OPTIONS, SOURCE_USAGE } from "./source.ts";

const REASONS = UNRESOLVED_REASONS.filter((reason) => reason !== "ambiguous");

export const unresolved = defineCommand({
  name: "unresolved",
  usage: SOURCE_USAGE,
  about:
    "List declarations that name something of the own organizations and have no known producer, with file and line.",
  options: {
    ...SOURCE_OPTIONS,
    reason: {
      type: "string",
      value: "REASON",
      values: REASONS,
      help: "Only no_producer (no repository publishes the name), unbound (a variable in it has no value), or external (declarations of other organizations instead)",
    },
    type: TYPE,
    role: { ...ROLE, help: `${ROLE.help} (default: the first six)` },
    limit: LIMIT,
    json: JSON_FLAG,
  },
  examples: [
    "knockon unresolved --in acme.json",
    "knockon unresolved --in acme.json --reason external --type container_image",
  ],
  async run({ values }) {
    const query = {
      ...parseType(values.type),
      role: parseRoles(values.role),
      reason: values.reason === undefined ? undefined : parseChoice("--reason", values.reason, REASONS),
      limit: parseLimit(values.limit),
    };
    const source = await getSource("unresolved", values);
    const { items, total } = await ask(source, (answers) => answers.listUnresolved(query));
    const { list, toJson } = await import("../output/format.ts");
    if (values.json) return print(toJson(items));
    const rows = items.map((one) => [
      one.source_repository.full_path,
      `${one.source_file}:${one.source_line}`,
      one.dependency_type,
      one.raw_reference,
      one.reason ?? "",
    ]);
    print(`${list(["repository", "place", "type", "reference", "reason"], rows, total)}\n`);
  },
});
