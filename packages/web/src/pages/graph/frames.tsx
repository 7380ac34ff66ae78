import { partsOf, type Timing } from "./condition.ts";
import type { Drawing } from "./drawing.ts";
import { FRAME, FRAME_PADDING, NARROW_PADDING, TIMING_HEIGHT } from "./frame-sizes.ts";
import { countsInLines } from "./group-versions.ts";
import { rootOf } from "./layers.ts";
import { GroupsHeading, SectionHeading, sectionId } from "./section-heading.tsx";
import { CLOCK_LOOKS, FOLLOWS } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { formatCount } from "../../format/format.ts";

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
            width={frame.width - 2 * FRAME_PADDING}
            className="h-full"
          />
        </div>
      )}
      {frame.versions !== undefined && frame.versions.counts.length > 0 && (
        <p
          style={{ paddingInline: FRAME_PADDING - BORDER }}
          className="tabular -mt-1 text-12/3.75 text-muted"
        >
          {countsInLines(frame.versions, frame.width - 2 * FRAME_PADDING)}
        </p>
      )}
      {frame.timings !== undefined && (
        <ul>
          {frame.timings.map((timing) => (
            <TimingLine
              key={sectionId(timing)}
              timing={timing}
              top={NARROW_PADDING - BORDER + timing.line * TIMING_HEIGHT}
            />
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
function TimingLine({ timing, top }: { timing: Timing; top: number }) {
  const { icon, text } = CLOCK_LOOKS[timing.clock];
  return (
    <li
      style={{ top, height: TIMING_HEIGHT, insetInline: NARROW_PADDING }}
      className={cx("tabular absolute flex items-center gap-1.5 text-12 whitespace-nowrap", text)}
    >
      {partsOf(timing).map(({ count, words, follows }) => {
        const Icon = follows ? FOLLOWS : icon;
        return (
          <span key={words} className="flex min-w-0 items-center gap-0.5 first:shrink-0">
            <Icon aria-hidden className="size-3 shrink-0" />
            <span className="truncate">
              {formatCount(count)} {words}
            </span>
          </span>
        );
      })}
    </li>
  );
}
