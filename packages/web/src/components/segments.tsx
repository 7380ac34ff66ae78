import { useId } from "react";

interface SegmentsProps<T extends string> {
  /** For screen readers: the options say it all. */
  label: string;
  value: T;
  options: readonly { value: T; text: string }[];
  onChange: (value: T) => void;
}

/** One of two to four, all in sight; the arrow keys go from one to the next. */
export function Segments<T extends string>({ label, value, options, onChange }: SegmentsProps<T>) {
  const name = useId();
  return (
    <fieldset className="inline-flex max-w-full self-start overflow-x-auto rounded-md border bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex h-7 cursor-pointer items-center rounded-sm border border-transparent px-2.5 text-13 font-medium whitespace-nowrap text-muted hover:text-text has-checked:border-line has-checked:bg-raised has-checked:text-text has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
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
