import { LoaderCircle, type LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "./dom.ts";

type Look = "primary" | "secondary" | "ghost" | "danger";

const LOOKS: Record<Look, string> = {
  primary: "bg-accent-solid text-on-solid border-transparent not-disabled:hover:bg-accent-solid-hover",
  secondary: "bg-raised text-text border-line not-disabled:hover:bg-hover",
  ghost:
    "bg-transparent text-muted border-transparent not-disabled:hover:bg-hover not-disabled:hover:text-text",
  danger: "bg-danger-solid text-on-solid border-transparent not-disabled:hover:bg-danger-solid-hover",
};

/** Classes for buttons and links that look like buttons. */
export const buttonLook = (look: Look = "secondary"): string =>
  cx(
    "inline-flex h-8 shrink-0 items-center justify-center gap-2 rounded-md border px-3 text-13 font-medium",
    "whitespace-nowrap transition-colors disabled:opacity-60 disabled:cursor-not-allowed",
    LOOKS[look],
  );

interface ButtonProps extends ComponentProps<"button"> {
  look?: Look;
  icon?: LucideIcon;
  /** Shows a spinner and disables the button. */
  busy?: boolean;
}

export function Button({ look = "secondary", icon: Icon, busy = false, children, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      disabled={props.disabled === true || busy}
      aria-busy={busy}
      className={cx(buttonLook(look), props.className)}
    >
      {busy ? (
        <LoaderCircle aria-hidden className="size-4 animate-spin" />
      ) : (
        Icon && <Icon aria-hidden className="size-4" />
      )}
      {children}
    </button>
  );
}

interface SaveButtonProps {
  /** Whether there is something to save. */
  shown: boolean;
  busy: boolean;
  disabled?: boolean;
}

/** Submits a form of settings. Absent until something changed. */
export const SaveButton = ({ shown, busy, disabled = false }: SaveButtonProps) =>
  (shown || busy) && (
    <Button type="submit" look="primary" busy={busy} disabled={disabled} className="ml-auto">
      Save
    </Button>
  );
