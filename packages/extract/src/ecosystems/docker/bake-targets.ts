/** What a bake file names, whichever its syntax: `tags` is what it builds, `contexts` what it takes. */
export interface BakeTargets {
  tags: BakeText[];
  contexts: BakeText[];
  /** The defaults of `variable` blocks. */
  variables: ReadonlyMap<string, string>;
}

export interface BakeText {
  text: string;
  line: number;
}
