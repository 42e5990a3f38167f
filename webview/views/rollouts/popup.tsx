import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface PopupProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A dialog: the browser keeps the focus inside, closes it on Escape, and gives the focus back. */
export function Popup({ title, onClose, children }: PopupProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="popup"
      aria-label={title}
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="popup-body">
        <div class="popup-head">
          <h2>{title}</h2>
          <button type="button" class="close" aria-label="Close" onClick={onClose}>
            ✕
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
