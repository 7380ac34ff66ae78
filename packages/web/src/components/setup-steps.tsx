import { Check } from "lucide-react";
import { cx } from "./dom.ts";

const STEPS = [
  { id: "workspace", text: "Workspace" },
  { id: "connect", text: "Organization" },
  { id: "scan", text: "First scan" },
] as const;

/** Progress through workspace, organization and first scan. */
export function SetupSteps({ at }: { at: (typeof STEPS)[number]["id"] }) {
  const current = STEPS.findIndex(({ id }) => id === at);
  return (
    <ol aria-label="Setup steps" className="mb-5 flex items-center gap-4 text-13">
      {STEPS.map(({ id, text }, index) => (
        <li
          key={id}
          aria-current={index === current ? "step" : undefined}
          className={cx(
            "flex items-center gap-1.5",
            index === current ? "font-medium text-text" : "text-muted",
          )}
        >
          <span
            aria-hidden
            className={cx(
              "tabular inline-flex size-5 items-center justify-center rounded-full border text-12",
              index === current && "border-accent text-accent",
              index < current && "border-transparent bg-success-soft text-success",
            )}
          >
            {index < current ? <Check className="size-3" /> : index + 1}
          </span>
          {text}
        </li>
      ))}
    </ol>
  );
}
