import type { ExtractionResult } from "@knockon/extract/ecosystem";
import { EFFECT_RULES } from "@knockon/graph/interface/effects";
import type { ScannedRepository } from "../offline/scan-folder.ts";
import type { Cursor, Timeline } from "./timeline.ts";

interface State {
  timeline: Timeline;
  cursor: Cursor;
  extraction: ExtractionResult | undefined;
}

/** What every repository produced and declared at a moment. Moves only forward. */
export class Organization {
  readonly #states: readonly State[];

  constructor(timelines: readonly Timeline[]) {
    this.#states = timelines.map((timeline) => ({
      timeline,
      cursor: timeline.start(),
      extraction: undefined,
    }));
  }

  /** Returns the repositories as they were just before a commit of `producer`, with the tags of that time. */
  async before(producer: Timeline, index: number, time: Date): Promise<ScannedRepository[]> {
    const readable = this.#states.filter(({ timeline }) => timeline.error === null);
    const scanned = readable.map(async (state) => {
      const { timeline, cursor } = state;
      try {
        const count = timeline === producer ? index : timeline.countBefore(time);
        const isChanged = count > cursor.index && (await cursor.advanceTo(count));
        if (isChanged || !state.extraction) state.extraction = relevantPart(await cursor.extract());
        return [scannedFrom(timeline, state.extraction, time)];
      } catch (error) {
        timeline.fail(error);
        return [];
      }
    });
    return (await Promise.all(scanned)).flat();
  }

  /** Returns the state of a repository that `before` moved to. It can be moved without effect on others. */
  cursorOf(fullPath: string): { timeline: Timeline; cursor: Cursor } | undefined {
    const state = this.#states.find(({ timeline }) => timeline.repository.fullPath === fullPath);
    return state && { timeline: state.timeline, cursor: state.cursor.copy() };
  }
}

/** Declarations of other types cannot break, and are most of them. */
export const relevantPart = ({ declarations, artifacts }: ExtractionResult): ExtractionResult => ({
  declarations: declarations.filter(({ dependencyType }) => EFFECT_RULES[dependencyType]),
  artifacts,
  compositions: [],
  problems: [],
});

const scannedFrom = (
  { repository, tags }: Timeline,
  extraction: ExtractionResult,
  time: Date,
): ScannedRepository => ({
  fullPath: repository.fullPath,
  cloneUrl: repository.cloneUrl,
  archived: repository.archived,
  isFork: repository.isFork,
  commitSha: null,
  tags: tags.filter(({ createdAt }) => createdAt <= time).map(({ name }) => name),
  status: "scanned",
  error: null,
  historyError: null,
  ownership: null,
  extraction,
  counts: { files: 0, bytes: 0, skipped: {} },
});
