import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Tone } from "./badges.tsx";
import { cx } from "./dom.ts";
import { Tip } from "./icon-button.tsx";
import { SkeletonBlock } from "./loaded.tsx";
import { formatCount } from "../format/format.ts";

interface FactsProps {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Names whose long value is below them. */
  stacked?: readonly string[];
}

/** A list of names and values. */
export function Facts({ facts, stacked }: FactsProps) {
  return (
    <dl className="flex flex-col divide-y divide-line rounded-md border px-3 text-13">
      {facts.map(([name, value]) => (
        <div
          key={name}
          className={cx(
            "flex min-h-9 py-1.5",
            stacked?.includes(name) ? "flex-col gap-0.5" : "items-center justify-between gap-3",
          )}
        >
          <dt className="shrink-0 text-muted">{name}</dt>
          <dd className={cx("min-w-0", stacked?.includes(name) !== true && "text-right")}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface FigureProps {
  label: string;
  /** Undefined while loading. */
  value: number | undefined;
  /** Explains the number. */
  note?: ReactNode;
  /** Shows the note on a phone as well. */
  keepsNote?: boolean;
  /** Stands out: it is something to do. */
  isWarning?: boolean;
}

/** A number with a label. */
export function Figure({ label, value, note, keepsNote = false, isWarning = false }: FigureProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 sm:flex-col sm:items-start">
      <span
        className={cx(
          "flex items-center gap-1.5 text-13",
          isWarning ? "font-medium text-warning" : "text-muted",
        )}
      >
        {isWarning && <TriangleAlert aria-hidden className="size-4" />}
        {label}
      </span>
      <span
        className={cx(
          "tabular text-16 font-semibold tracking-[-0.02em] sm:text-28",
          isWarning && "text-warning",
        )}
      >
        {value === undefined ? <SkeletonBlock className="h-6 w-16 sm:h-9" /> : formatCount(value)}
      </span>
      <span className={cx("min-h-4 text-12 text-muted", keepsNote ? "max-sm:basis-full" : "max-sm:hidden")}>
        {note}
      </span>
    </div>
  );
}

/** The look of a link in `FigureGrid`. */
export const figureLook = "border-t border-l px-4 py-2.5 sm:p-4 outline-offset-[-2px] hover:bg-hover";

/** Up to four figures side by side. */
export const FigureGrid = ({ children }: { children: ReactNode }) => (
  <div className="overflow-hidden rounded-md border">
    <div className="-mt-px -ml-px grid sm:grid-cols-2 lg:grid-cols-4">{children}</div>
  </div>
);

interface Bar {
  key: string;
  label: ReactNode;
  value: number;
  /** As of the badge with the same meaning. */
  tone?: Tone;
}

const BAR_TONES: Record<Tone, string> = {
  neutral: "bg-line-strong",
  accent: "bg-accent",
  success: "bg-success",
  warning: "bg-warning",
  danger: "bg-danger",
  slate: "bg-slate",
};

/** A horizontal bar chart, marked up as a list for screen readers. Bars are relative to `total`, or without one to the longest. */
export function Bars({ bars, total = 0 }: { bars: readonly Bar[]; total?: number }) {
  const most = Math.max(1, total, ...bars.map(({ value }) => value));
  return (
    <ol className="flex flex-col gap-2">
      {bars.map(({ key, label, value, tone = "accent" }) => (
        <li key={key} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 text-13">
          <span className="min-w-0 truncate">{label}</span>
          <span className="tabular text-right text-muted">{formatCount(value)}</span>
          <span aria-hidden className="col-span-2 h-1 overflow-hidden rounded-full bg-hover">
            <span
              className={cx("block h-full rounded-full", BAR_TONES[tone])}
              style={{ width: `${(value / most) * 100}%` }}
            />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** All are full from where the word is "certain". */
const STEPS = [0.2, 0.4, 0.6, 0.7, 0.8];

/** The confidence of an edge in five steps. The tooltip and the accessible name have the number. */
export function ConfidenceBar({ confidence }: { confidence: number }) {
  const text = `Confidence ${confidence.toFixed(2)}`;
  return (
    <Tip text={text}>
      <span role="img" aria-label={text} className="inline-flex h-4 items-end gap-0.5 align-middle">
        {STEPS.map((step, index) => (
          <span
            key={step}
            className={cx(
              "w-1 rounded-[1px]",
              ["h-1", "h-1.5", "h-2", "h-2.5", "h-3"][index],
              confidence >= step ? "bg-accent" : "bg-line",
            )}
          />
        ))}
      </span>
    </Tip>
  );
}
