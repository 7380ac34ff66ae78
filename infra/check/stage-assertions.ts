import type { Evaluation } from "./resource.ts";

interface Stages {
  production: Evaluation;
  preview: Evaluation;
}

/** Properties of production compared with a preview. */
export const stageAssertions: Record<string, (stages: Stages) => string[]> = {
  "production is protected and keeps its data": ({ production: { app } }) =>
    app.protect && app.removal === "retain" ? [] : [describe(app)],

  "a preview is removed with its data": ({ preview: { app } }) =>
    !app.protect && app.removal === "remove" ? [] : [describe(app)],

  "stages share no function, queue, table or bucket": ({ production, preview }) => {
    const taken = new Set(physicalNames(production));
    return physicalNames(preview).filter((name) => taken.has(name));
  },
};

const describe = ({ stage, protect, removal }: Evaluation["app"]): string =>
  `${stage}: protect ${protect}, removal ${removal}`;

/** The input with the name in AWS, by resource type. */
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
