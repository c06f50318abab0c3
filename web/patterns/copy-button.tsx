import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/button.tsx";

const SHOWN_MS = 1000;

/** Copies a text, and says so for a second. */
export function CopyButton({ text, label, className }: { text: string; label?: string; className?: string }) {
  const { t } = useTranslation();
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), SHOWN_MS);
  };
  return (
    <Button size="small" className={className} onClick={() => void copy()} aria-live="polite">
      {done ? <Check aria-hidden /> : <Copy aria-hidden />}
      {done ? t("do.copied") : label ?? t("do.copy")}
    </Button>
  );
}
