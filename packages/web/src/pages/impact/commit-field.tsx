import { useState } from "react";
import { TextField } from "../../components/text-field.tsx";

interface CommitFieldProps {
  label: string;
  placeholder: string;
  value: string | undefined;
  /** With Enter, or by leaving it: half a version is another version. */
  onCommit: (value: string | undefined) => void;
}

export function CommitField({ label, placeholder, value, onCommit }: CommitFieldProps) {
  const [text, setText] = useState(value ?? "");
  const commit = (): void => {
    const given = text.trim() === "" ? undefined : text.trim();
    if (given !== value) onCommit(given);
  };
  return (
    <TextField
      mono={text !== ""}
      label={label}
      placeholder={placeholder}
      value={text}
      onChange={setText}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
