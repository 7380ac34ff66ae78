import { partsOf, type Timing, timingInWords, type When } from "./condition.ts";
import type { Drawing } from "./drawing.ts";
import { FRAME, FRAME_PADDING, NARROW_PADDING, TIMING_HEIGHT } from "./frame-sizes.ts";
import { headingOf, type HeadingVersions } from "./frame.ts";
import { ListLink } from "./graph-links.tsx";
import { type Card, rootOf } from "./layers.ts";
import type { SectionTiming } from "./sections.ts";
import { CLOCK_LOOKS } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { formatCount } from "../../format/format.ts";
import { sentenceCase, timingLabel } from "../../format/words.ts";
import { limitInWords } from "../../subject/timing.ts";

/** Of a section by timing. */
export const sectionId = ({ clock, isMaximum }: When): string =>
  `graph-section-${isMaximum ? "may-be-" : ""}${clock}`;

/** The boxes around cards. They say when these get a change. */
export function Frames({
  drawing: { frames, layers },
  most,
}: {
  drawing: Drawing;
  most: number | undefined;
}) {
  const root = rootOf(layers)?.id;
  return frames.map((frame) => (
    <div
      key={`${frame.at} ${frame.timing ? sectionId(frame.timing) : ""}`}
      data-frame
      style={{ left: frame.x, top: frame.y, width: frame.width, height: frame.height }}
      className="pointer-events-none absolute rounded-md border"
    >
      {frame.timing !== undefined && (
        <div style={{ height: FRAME.heading, paddingInline: FRAME_PADDING - BORDER }}>
          <SectionHeading
            timing={frame.timing}
            most={most}
            choice={frame.choice}
            versions={frame.versions}
            listed={frame.at > 0 && frame.groups ? root : undefined}
            className="h-full"
          />
        </div>
      )}
      {frame.timings !== undefined && (
        <ul style={{ paddingTop: NARROW_PADDING - BORDER, paddingInline: NARROW_PADDING }}>
          {frame.timings.map((timing) => (
            <TimingLine key={sectionId(timing)} timing={timing} />
          ))}
        </ul>
      )}
      {frame.groupsAt !== undefined && (
        <div
          style={{ top: frame.groupsAt - frame.y, left: FRAME_PADDING - BORDER, height: FRAME.groups }}
          className="absolute"
        >
          <GroupsHeading groups={frame.groups ?? []} className="h-full pt-0.5" />
        </div>
      )}
    </div>
  ));
}

/** Its text is above that of cards. */
const BORDER = 1;

/** `⚡ 192 may be on next run`, or `3 when bumped, 4 after flux2 bumps`, where a line ends. */
function TimingLine({ timing }: { timing: Timing }) {
  const { icon: Icon, text } = CLOCK_LOOKS[timing.clock];
  return (
    <li
      style={{ height: TIMING_HEIGHT }}
      className={cx("tabular flex items-center gap-1 text-12 whitespace-nowrap", text)}
    >
      <Icon aria-hidden className="size-3 shrink-0" />
      <span className="truncate">{timingInWords(timing)}</span>
    </li>
  );
}

interface SectionHeadingProps {
  timing: SectionTiming;
  /** How many get one version on their next run at most. */
  most: number | undefined;
  /** Why some have cards and others are in groups. */
  choice?: string | undefined;
  /** What they declare of the root, if that differs. */
  versions?: HeadingVersions | undefined;
  /** The root, if a list has what has no card. */
  listed?: string | undefined;
  className: string;
}

const NO_VERSIONS: HeadingVersions = { long: "", short: "" };

/** `⚡ May be on next run 192, at most 53 with one version + 10 archived`. */
export function SectionHeading({
  timing,
  most = Infinity,
  choice = "",
  versions = NO_VERSIONS,
  listed,
  className,
}: SectionHeadingProps) {
  const { clock, count, archived, isMaximum } = timing;
  const { icon: Icon, text } = CLOCK_LOOKS[clock];
  return (
    <h3
      id={sectionId(timing)}
      className={cx("flex items-center gap-1.5 text-12 font-medium whitespace-nowrap", className)}
    >
      <Icon aria-hidden className={cx("size-3.5", text)} />
      <span className={text}>{sentenceCase(timingLabel(clock, isMaximum))}</span>
      <span className="tabular min-w-0 truncate font-normal text-muted">
        {partsOf(timing)
          .map(({ count: some, words, follows }) => formatCount(some) + (follows ? ` ${words}` : ""))
          .join(", ")}
        {isMaximum && clock === "next_run" && most < count && `, ${limitInWords(most)}`}
        {/* Those of archived ones are not among them. */}
        {versions.long !== "" && (
          <>
            <span className="max-xl:hidden"> ({versions.long})</span>
            <span className="xl:hidden max-sm:hidden"> ({versions.short})</span>
          </>
        )}
        {archived > 0 && ` + ${formatCount(archived)} archived`}
        {choice !== "" && (
          <span className={versions.long === "" ? "max-sm:hidden" : "max-xl:hidden"}> · {choice}</span>
        )}
      </span>
      {listed !== undefined && <ListLink id={listed} clock={clock} />}
    </h3>
  );
}

interface GroupsHeadingProps {
  groups: readonly Card[];
  className: string;
}

/** Between the repositories of a section and its groups. */
export const GroupsHeading = ({ groups, className }: GroupsHeadingProps) => (
  <p className={cx("flex items-center text-12 text-muted", className)}>{headingOf(groups)}</p>
);
