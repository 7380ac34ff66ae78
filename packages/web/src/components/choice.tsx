import { useId } from "react";
import { cx } from "./class-names.ts";
import { fieldLook } from "./text-field.tsx";

interface ChoiceProps<T extends string> {
  label: string;
  /** The label is for screen readers only: the chosen option says it all. */
  bare?: boolean;
  value: T;
  options: readonly { value: T; text: string }[];
  onChange: (value: T) => void;
}

/** One of a few. The browser's own list: it works with every keyboard, reader and telephone. */
export function Choice<T extends string>({ label, bare = false, value, options, onChange }: ChoiceProps<T>) {
  const id = useId();
  return (
    <div className={cx("flex flex-col gap-1.5", bare && "min-w-0 max-sm:flex-1 max-sm:basis-32 sm:shrink-0")}>
      <label htmlFor={id} className={bare ? "sr-only" : "text-13 font-medium"}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value as T)}
        className={cx(fieldLook, "pr-7", bare ? "text-13 sm:max-w-48" : "text-14")}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}
