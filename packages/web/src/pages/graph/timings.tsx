import type { Clock } from "@knockon/contract/vocabulary/clock";
import { CLOCK_LOOKS } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { formatCount } from "../../format/format.ts";
import { CLOCK_WORDS } from "../../format/words.ts";

interface TimingsProps {
  /** Number of repositories. */
  count: number;
  timings: readonly { clock: Clock; count: number }[];
}

/** `629 ⚡139`: how many repositories get a change, and how many of them when. */
export const Timings = ({ count, timings }: TimingsProps) => (
  <span className="tabular flex items-center gap-2 font-normal">
    {formatCount(count)}
    {timings.map(({ clock, count: some }) => {
      const { icon: Icon, text } = CLOCK_LOOKS[clock];
      const { label } = CLOCK_WORDS[clock];
      return (
        <span
          key={clock}
          title={`${formatCount(some)} ${label}`}
          className={cx("flex items-center gap-0.5", text)}
        >
          <Icon aria-hidden className="size-3" />
          {timings.length > 1 && formatCount(some)}
          <span className="sr-only"> {label}</span>
        </span>
      );
    })}
  </span>
);
