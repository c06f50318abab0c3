// Signing out: first what would be lost is named.
import { useAtomValue } from "jotai";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { outboxCountAtom } from "../../core/outbox.ts";
import { heldBy } from "../../core/page/unsaved.ts";
import { logout } from "../../core/session.ts";
import { confirm } from "../../patterns/confirm.tsx";

/** What signs this person out of this device, after asking where messages, drafts or recordings would be lost. */
export function useLeave(): () => Promise<void> {
  const { t } = useTranslation();
  const { waiting, refused } = useAtomValue(outboxCountAtom);
  return async () => {
    const messages = waiting + refused;
    const [drafts, kept] = await Promise.all([
      import("../../features/drafts/sync.ts").then(({ unsentDrafts }) => unsentDrafts()),
      import("../../features/messages/composer/voice/kept.ts").then(({ countKept }) => countKept()),
    ]);
    const voices = Math.max(kept, heldBy().includes("recording") ? 1 : 0);
    const left = [
      messages > 0 && t("logout.waiting", { count: messages }),
      drafts > 0 && t("logout.drafts", { count: drafts }),
      voices > 0 && t("logout.voices", { count: voices }),
    ].filter((words) => words !== false);
    const sure = left.length === 0 || await confirm({
      title: left.join(" · "),
      text: t("logout.text"),
      action: t("logout.discard"),
      cancel: t("logout.wait"),
      danger: true,
    });
    if (sure) await logout();
  };
}
