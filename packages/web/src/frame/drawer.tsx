import { Dialog } from "@base-ui/react/dialog";
import { Rail } from "./rail.tsx";

interface DrawerProps {
  onClose: () => void;
  onPalette: () => void;
}

/** The sidebar on narrow windows. */
export const Drawer = ({ onClose, onPalette }: DrawerProps) => (
  <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
    <Dialog.Portal>
      <Dialog.Backdrop className="fixed inset-0 z-30 bg-scrim transition-opacity data-starting-style:opacity-0" />
      <Dialog.Popup className="fixed inset-y-0 left-0 z-30 w-70 border-r bg-sunken transition-transform data-starting-style:-translate-x-full">
        <Dialog.Title className="sr-only">Navigation</Dialog.Title>
        <Rail narrow={false} onPalette={onPalette} />
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);
