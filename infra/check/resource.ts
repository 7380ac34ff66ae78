/** A resource as the program asks AWS for it. */
export interface Resource {
  type: string;
  name: string;
  arn: string;
  inputs: object;
}

/** What a stage's program comes to. */
export interface Evaluation {
  app: { stage: string; removal: string; protect: boolean };
  resources: Resource[];
}
