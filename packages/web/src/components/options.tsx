import { useId } from "react";
import { cx } from "./dom.ts";

interface SegmentsProps<T extends string> {
  /** Hidden visually. */
  label: string;
  value: T;
  options: readonly { value: T; text: string }[];
  onChange: (value: T) => void;
}

/** A segmented control for two to four options. */
export function Segments<T extends string>({ label, value, options, onChange }: SegmentsProps<T>) {
  const name = useId();
  return (
    <fieldset className="inline-flex max-w-full min-w-0 self-start overflow-x-auto rounded-md border bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex h-6.5 cursor-pointer items-center rounded-sm border border-transparent px-2.5 text-13 font-medium whitespace-nowrap text-muted hover:text-text has-checked:border-line has-checked:bg-raised has-checked:text-text has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.text}
        </label>
      ))}
    </fieldset>
  );
}

interface OptionCardsProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; text: string; hint?: string }[];
  onChange: (value: T) => void;
}

/** Radio buttons with descriptions. */
export function OptionCards<T extends string>({ label, value, options, onChange }: OptionCardsProps<T>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-13 font-medium">{label}</legend>
      <div className="divide-y divide-line rounded-md border border-line-strong">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex cursor-pointer gap-3 px-3 py-2.5 text-13 first:rounded-t-md last:rounded-b-md hover:bg-hover has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="mt-0.5 size-4 shrink-0 accent-accent-solid"
            />
            <span className="flex min-w-0 flex-col">
              <span className="font-medium">{option.text}</span>
              {option.hint !== undefined && <span className="text-muted">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface ToggleProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A filter button with two states, which are equally wide. */
export const Toggle = ({ label, checked, onChange }: ToggleProps) => (
  <button
    type="button"
    aria-pressed={checked}
    onClick={() => onChange(!checked)}
    className={cx(
      "inline-flex h-8 shrink-0 items-center gap-1 rounded-md border px-2.5 text-13 transition-colors",
      checked ? "border-accent bg-accent-soft text-accent" : "bg-raised hover:bg-hover",
    )}
  >
    {label}
  </button>
);
