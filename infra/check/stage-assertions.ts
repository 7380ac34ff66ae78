import type { Evaluation } from "./resource.ts";

interface Stages {
  production: Evaluation;
  preview: Evaluation;
}

/** What must be true of production and a preview side by side. */
export const stageAssertions: Record<string, (stages: Stages) => string[]> = {
  "production is protected and keeps its data": ({ production: { app } }) =>
    app.protect && app.removal === "retain" ? [] : [describe(app)],

  "a preview goes and takes its data with it": ({ preview: { app } }) =>
    !app.protect && app.removal === "remove" ? [] : [describe(app)],

  "stages share no function, queue, table or bucket": ({ production, preview }) => {
    const taken = new Set(physicalNames(production));
    return physicalNames(preview).filter((name) => taken.has(name));
  },
};

const describe = ({ stage, protect, removal }: Evaluation["app"]): string =>
  `${stage}: protect ${protect}, removal ${removal}`;

/** Where each type keeps the name that AWS knows it by. */
const NAME_INPUTS: Record<string, string> = {
  "aws:lambda/function:Function": "name",
  "aws:sqs/queue:Queue": "name",
  "aws:dynamodb/table:Table": "name",
  "aws:s3/bucket:Bucket": "bucket",
};

const physicalNames = ({ resources }: Evaluation): string[] =>
  resources
    .filter(({ type }) => type in NAME_INPUTS)
    .map(({ type, inputs }) => `${type} ${new Map(Object.entries(inputs)).get(NAME_INPUTS[type] ?? "")}`);
