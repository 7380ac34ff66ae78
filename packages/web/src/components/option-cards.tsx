import { useId } from "react";

interface OptionCardsProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; text: string; hint?: string }[];
  onChange: (value: T) => void;
}

/** One of a few, each with what it means. */
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
