import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { t } from "../texts/index.ts";

const SHOWN_MS = 2000;

export function CopyButton({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), SHOWN_MS);
  };
  return (
    <button type="button" className="button button-small" onClick={() => void copy()}>
      {isCopied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
      <span aria-live="polite">{isCopied ? t.copied : t.copy}</span>
    </button>
  );
}
