import { ChevronDown } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { cx } from "./dom.ts";

/** Classes of an input, without the font size. */
export const fieldLook =
  "h-8 w-full rounded-md border border-line-strong bg-canvas px-2.5 outline-offset-0 disabled:opacity-60";

interface TextFieldProps extends Omit<ComponentProps<"input">, "onChange" | "value"> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  /** Shown at the right of the label. After the field in the order of Tab. */
  beside?: ReactNode;
  error?: string | undefined;
  mono?: boolean;
}

export function TextField(given: TextFieldProps) {
  const { label, value, onChange, hint, beside, error, mono = false, ...props } = given;
  const id = useId();
  const isSecret = props.type === "password";
  const [isShown, setShown] = useState(false);
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(
    Boolean,
  );
  return (
    <div className="relative flex flex-col gap-1.5">
      <label htmlFor={id} className="text-13 font-medium">
        {label}
      </label>
      <span className="relative flex">
        <input
          {...props}
          type={isSecret && isShown ? "text" : props.type}
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined}
          aria-describedby={described.length > 0 ? described.join(" ") : undefined}
          className={cx(
            fieldLook,
            mono ? "font-mono text-13" : "text-14",
            error !== undefined && "border-danger",
            isSecret && "pr-14",
          )}
        />
        {isSecret && (
          <button
            type="button"
            aria-controls={id}
            onClick={() => setShown(!isShown)}
            className="absolute top-1 right-1 h-6 min-w-11 rounded-sm px-1.5 text-12 font-medium text-muted hover:bg-hover hover:text-text"
          >
            {isShown ? "Hide" : "Show"}
          </button>
        )}
      </span>
      {beside !== undefined && <span className="absolute top-0 right-0 flex">{beside}</span>}
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

/** Same as on the server. */
const MIN_PASSWORD_LENGTH = 12;

/** Asks for a password to set. */
export const NewPasswordField = (props: TextFieldProps) => (
  <TextField
    type="password"
    autoComplete="new-password"
    required
    minLength={MIN_PASSWORD_LENGTH}
    hint={`At least ${MIN_PASSWORD_LENGTH} characters. A phrase of four random words is strong and easy to remember.`}
    {...props}
  />
);

interface CheckFieldProps {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function CheckField({ label, hint, checked, onChange }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="flex gap-3 text-13">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        // Drawn here, since browsers draw it as if disabled in dark.
        className="mt-0.5 grid size-4 shrink-0 cursor-pointer appearance-none place-content-center rounded-sm border border-line-strong bg-canvas before:hidden before:h-2.5 before:w-1.5 before:-translate-y-px before:rotate-45 before:border-r-2 before:border-b-2 before:border-on-solid checked:border-accent-solid checked:bg-accent-solid checked:before:block"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="cursor-pointer font-medium">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

interface SelectProps<T extends string> {
  label: string;
  /** Explains the label. */
  help?: ReactNode;
  /** Hides the label visually. */
  bare?: boolean;
  /** Shows the label inside a bare field: `Passed on: by every declaration`. */
  isLabeled?: boolean;
  value: T;
  options: readonly { value: T; text: string }[];
  onChange: (value: T) => void;
}

/** A native select. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, help, bare = false, isLabeled = false, value, options, onChange } = props;
  const id = useId();
  return (
    <div className={cx("flex flex-col gap-1.5", bare && "max-w-full max-sm:flex-auto sm:shrink-0")}>
      <span className={bare ? "contents" : "flex items-center gap-1"}>
        <label htmlFor={id} className={bare ? "sr-only" : "text-13 font-medium"}>
          {label}
        </label>
        {help !== undefined && <span className="-my-1 flex">{help}</span>}
      </span>
      <span
        className={cx(
          "relative flex",
          bare && "sm:max-w-64",
          isLabeled &&
            [
              fieldLook,
              "items-center p-0! outline-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-0",
            ].join(" "),
        )}
      >
        {isLabeled && (
          <span aria-hidden className="pl-2.5 text-13 whitespace-nowrap text-muted">
            {label}:
          </span>
        )}
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value as T)}
          className={cx(
            isLabeled ? "h-full min-w-0 grow rounded-md bg-transparent pl-1 outline-none" : fieldLook,
            "appearance-none truncate pr-8",
            bare ? "text-13" : "text-14",
          )}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute top-2 right-2.5 size-4 text-muted" />
      </span>
    </div>
  );
}
