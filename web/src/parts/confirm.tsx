import type { ReactNode } from "react";
import { t } from "../texts/index.ts";
import { Modal } from "./modal.tsx";

type Props = {
  title: string;
  text: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  /** What the button that cannot be taken back says. */
  does: string;
  isBusy: boolean;
  onConfirm: () => void;
  keep?: string;
};

/** Asked before what cannot be undone. */
export function Confirm({ title, text, isOpen, onClose, does, isBusy, onConfirm, keep = t.cancel }: Props) {
  return (
    <Modal title={title} text={text} isOpen={isOpen} onClose={onClose}>
      <div className="flex justify-end gap-2">
        <button type="button" className="button" onClick={onClose}>
          {keep}
        </button>
        <button type="button" className="button button-danger" disabled={isBusy} onClick={onConfirm}>
          {does}
        </button>
      </div>
    </Modal>
  );
}
