import { useId, type ComponentProps, type ReactNode } from "react";
import { cx } from "./class-names.ts";

/** Without the size of its text. */
export const fieldLook =
  "h-8 w-full rounded-md border border-line-strong bg-canvas px-2.5 outline-offset-0 disabled:opacity-60";

interface TextFieldProps extends Omit<ComponentProps<"input">, "onChange" | "value"> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  error?: string | undefined;
  mono?: boolean;
}

export function TextField({ label, value, onChange, hint, error, mono = false, ...props }: TextFieldProps) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(
    Boolean,
  );
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-13 font-medium">
        {label}
      </label>
      <input
        {...props}
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error !== undefined}
        aria-describedby={described.length > 0 ? described.join(" ") : undefined}
        className={cx(
          fieldLook,
          mono ? "font-mono text-13" : "text-14",
          error !== undefined && "border-danger",
        )}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-12 text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-12 text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
