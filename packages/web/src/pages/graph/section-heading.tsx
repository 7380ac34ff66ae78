import type { When } from "./condition.ts";
import { ListLink } from "./graph-links.tsx";
import type { SectionVersions } from "./group-versions.ts";
import type { Card } from "./layers.ts";
import { headingInWords, headingOfGroups } from "./section-words.ts";
import type { SectionTiming } from "./sections.ts";
import { CLOCK_LOOKS } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { textWidth } from "../../format/text-width.ts";
import { sentenceCase, timingLabel } from "../../format/words.ts";

/** Of a section by timing. */
export const sectionId = ({ clock, isMaximum }: When): string =>
  `graph-section-${isMaximum ? "may-be-" : ""}${clock}`;

interface SectionHeadingProps {
  timing: SectionTiming;
  /** How many get one version on their next run at most. */
  most: number | undefined;
  /** Why some have cards and others are in groups. */
  choice?: string | undefined;
  /** What they declare of the root, if that differs. */
  versions?: SectionVersions | undefined;
  /** The root, if a list has what has no card. */
  listed?: string | undefined;
  width: number;
  className: string;
}

/** The icon with its distance, the one after the timing, and the link to the list. */
const AROUND = { icon: 20, gap: 6, link: 60 };

/** `⚡ May be on next run 192, at most 53 with one version, excluding 10 archived`. */
export function SectionHeading({ timing, listed, width, className, ...others }: SectionHeadingProps) {
  const { clock, isMaximum } = timing;
  const { icon: Icon, text } = CLOCK_LOOKS[clock];
  const label = sentenceCase(timingLabel(clock, isMaximum));
  const link = listed === undefined ? 0 : AROUND.link;
  const room = width - AROUND.icon - textWidth(label) - AROUND.gap - link;
  return (
    <h3
      id={sectionId(timing)}
      className={cx("flex items-center gap-1.5 text-12 font-medium whitespace-nowrap", className)}
    >
      <Icon aria-hidden className={cx("size-3.5 shrink-0", text)} />
      <span className={text}>{label}</span>
      <span className="tabular min-w-0 truncate font-normal text-muted">
        {headingInWords(timing, { ...others, room })}
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
  <p className={cx("flex items-center text-12 text-muted", className)}>{headingOfGroups(groups)}</p>
);
