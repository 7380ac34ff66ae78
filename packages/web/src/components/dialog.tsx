import { Dialog as Primitive } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { TextField } from "./fields.tsx";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** Prevents closing by clicking outside. For content that is shown only once. */
  isModal?: boolean;
  children: ReactNode;
}

/** A dialog, and a bottom sheet on a narrow screen. Traps the focus while open. The first field has the initial focus. */
export function Dialog({ open, onClose, title, description, isModal = false, children }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  const firstField = () =>
    popup.current?.querySelector<HTMLElement>("input:not([type=radio]), select") ?? true;
  return (
    <Primitive.Root open={open} disablePointerDismissal={isModal} onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal>
        <Primitive.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Primitive.Popup
          ref={popup}
          initialFocus={firstField}
          className="fixed inset-x-0 bottom-0 z-40 flex max-h-[85dvh] flex-col overflow-y-auto rounded-t-md border bg-raised p-5 outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 sm:top-[12vh] sm:right-auto sm:bottom-auto sm:left-1/2 sm:max-h-[76vh] sm:w-full sm:max-w-120 sm:-translate-x-1/2 sm:rounded-md"
        >
          <div className="flex items-start justify-between gap-4">
            <Primitive.Title className="text-16 font-semibold">{title}</Primitive.Title>
            <Primitive.Close aria-label="Close" className="-m-1 rounded-sm p-1 text-faint hover:text-text">
              <X aria-hidden className="size-4" />
            </Primitive.Close>
          </div>
          {description !== undefined && (
            <Primitive.Description className="mt-1 text-14 text-muted">{description}</Primitive.Description>
          )}
          <div className="mt-4">{children}</div>
        </Primitive.Popup>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What the action destroys and whether it can be undone. */
  consequence: ReactNode;
  /** Label of the confirm button, such as `Disconnect`. */
  verb: string;
  /** Label of the other button. */
  dismiss?: string;
  /** Must be typed to confirm. For actions that cannot be undone. */
  name?: string;
  busy?: boolean;
  /** Further fields and errors. */
  children?: ReactNode;
  onConfirm: () => void;
}

/** Confirms a destructive action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onClose,
    title,
    consequence,
    verb,
    dismiss = "Cancel",
    name,
    busy = false,
    children,
    onConfirm,
  } = props;
  const [typed, setTyped] = useState("");
  const close = (): void => {
    setTyped("");
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={title} description={consequence}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <div className="flex flex-col gap-4">
          {name !== undefined && (
            <TextField
              label={`Type ${name} to confirm`}
              value={typed}
              onChange={setTyped}
              autoComplete="off"
              spellCheck={false}
              mono
            />
          )}
          {children}
        </div>
        <div className="mt-5 flex justify-end gap-2">
          <Button onClick={close}>{dismiss}</Button>
          <Button type="submit" look="danger" busy={busy} disabled={name !== undefined && typed !== name}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
