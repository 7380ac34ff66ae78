import { Choice } from "../../components/choice.tsx";

interface ThresholdChoiceProps {
  label: string;
  /** What holds where none is set: the service's own. */
  usual: string;
  value: number | undefined;
  options: readonly { value: number; text: string }[];
  /** For one that a URL sets and the list has not. */
  inWords: (value: number) => string;
  onChange: (value: number | undefined) => void;
}

/** A threshold of the URL. */
export function ThresholdChoice({ label, usual, value, options, inWords, onChange }: ThresholdChoiceProps) {
  const isListed = value === undefined || options.some((option) => option.value === value);
  const shown = isListed ? options : [...options, { value, text: inWords(value) }];
  return (
    <Choice
      bare
      label={label}
      value={value === undefined ? "" : String(value)}
      options={[
        { value: "", text: usual },
        ...shown.map((one) => ({ value: String(one.value), text: one.text })),
      ]}
      onChange={(next) => onChange(next === "" ? undefined : Number(next))}
    />
  );
}
