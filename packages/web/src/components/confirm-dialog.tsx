import { useState, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { TextField } from "./text-field.tsx";

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What will be lost, and whether it can be undone. */
  consequence: ReactNode;
  /** Label of the confirm button, such as `Disconnect`. */
  verb: string;
  /** Label of the other button. */
  dismiss?: string;
  /** Has to be typed first, where what is lost cannot be had again. */
  name?: string;
  busy?: boolean;
  onConfirm: () => void;
}

/** Asks before something is destroyed. */
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
