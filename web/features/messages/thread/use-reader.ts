import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMe } from "../../../core/me.ts";
import { useTouch } from "../../../patterns/use-touch.ts";
import type { Reader } from "./context.ts";

/** Who looks at a conversation: asked for once, not by every piece of every bubble. */
export function useReader(): Reader {
  const { t } = useTranslation("messages");
  const { id: myId } = useMe();
  const touch = useTouch();
  return useMemo(() => ({ myId, touch, t }), [myId, touch, t]);
}
