/** Where a statement stands: what its blocks are called, outermost first, and the Kotlin objects around it. */
export interface Place {
  blocks: readonly string[];
  owner: string;
}
