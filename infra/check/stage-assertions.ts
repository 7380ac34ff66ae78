import type { Evaluation } from "./resource.ts";

type Stages = { production: Evaluation; preview: Evaluation };

/** What must be true of production and a preview side by side. */
export const stageAssertions: Record<string, (stages: Stages) => string[]> = {
  "production is protected and keeps its data": ({ production: { app } }) =>
    app.protect && app.removal === "retain" ? [] : [describe(app)],

  "a preview goes and takes its data with it": ({ preview: { app } }) =>
    !app.protect && app.removal === "remove" ? [] : [describe(app)],

  "stages share no queue, table, bucket or function": ({ production, preview }) => {
    const names = new Set(physicalNames(production));
    return physicalNames(preview).filter((name) => names.has(name));
  },
};

const describe = ({ stage, protect, removal }: Evaluation["app"]): string =>
  `${stage}: protect ${protect}, removal ${removal}`;

const physicalNames = ({ resources }: Evaluation): string[] =>
  resources.flatMap(({ type, inputs }) => {
    const named = inputs as { name?: string; bucket?: string };
    const name = /:(?:Queue|Table|Function)$/u.test(type)
      ? named.name
      : /:Bucket$/u.test(type)
        ? named.bucket
        : undefined;
    return name === undefined ? [] : [`${type} ${name}`];
  });
