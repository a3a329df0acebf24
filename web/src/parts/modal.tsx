import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../texts/index.ts";

type Props = {
  title: string;
  text?: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** `side` is a drawer: the page stays readable beside it. */
  place?: "middle" | "side";
};

const PLACES = {
  middle: "fixed top-1/2 left-1/2 max-h-[90dvh] w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2",
  side: "fixed inset-y-0 right-0 w-[min(40rem,100vw)] rounded-none! rounded-l-xl!",
};

export function Modal({ title, text, isOpen, onClose, children, place = "middle" }: Props) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop z-40" />
        <Dialog.Popup className={`float z-50 flex flex-col outline-none ${PLACES[place]}`}>
          <div className="flex items-start justify-between gap-4 border-b border-line px-6 py-4">
            <div>
              <Dialog.Title className="text-base font-semibold">{title}</Dialog.Title>
              {text && <Dialog.Description className="mt-0.5 text-quiet">{text}</Dialog.Description>}
            </div>
            <Dialog.Close className="button button-quiet button-small -mr-2 px-2" aria-label={t.close}>
              <X size={16} aria-hidden="true" />
            </Dialog.Close>
          </div>
          <div className="overflow-y-auto px-6 py-5">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
