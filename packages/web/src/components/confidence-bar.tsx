import { cx } from "./class-names.ts";
import { Tip } from "./tip.tsx";

const STEPS = [0.2, 0.4, 0.6, 0.8, 0.95];

/** How sure an edge is, in five steps; the number on hover and for screen readers. */
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
