import { Check, Copy } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "../core/words/i18n/use-translation.ts";
import { Button } from "../ui/button.tsx";

const SHOWN_MS = 1000;

interface Props extends Pick<ComponentProps<typeof Button>, "tone" | "size" | "className"> {
  text: string;
  label?: string;
}

/** Copies a text, and confirms it for a second. */
export function CopyButton({ text, label, size = "small", ...look }: Props) {
  const { t } = useTranslation();
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), SHOWN_MS);
  };
  return (
    <Button size={size} {...look} onClick={() => void copy()} aria-live="polite">
      {done ? <Check aria-hidden /> : <Copy aria-hidden />}
      {done ? t("do.copied") : label ?? t("do.copy")}
    </Button>
  );
}
