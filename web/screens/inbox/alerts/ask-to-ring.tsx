import { useAtom, useAtomValue } from "jotai";
import { type ComponentType, useEffect, useState } from "react";
import { tickets } from "../../../../api/features/tickets/contract.ts";
import { loadWords } from "../../../core/words/i18n/i18n.ts";
import { connectionAtom } from "../../../core/live.ts";
import { useMe } from "../../../core/who/me.ts";
import { useRead } from "../../../core/query.ts";
import { hintAtom, openInstall } from "../../../features/install/offer.ts";
import { mayAsk } from "../../../features/notifications/may-ask.ts";
import { askingAtom } from "../../../features/notifications/state.ts";

type Card = ComponentType<{ onDone: () => void; onInstall: () => void }>;
async function load(): Promise<Card> {
  const [module] = await Promise.all([
    import("../../../features/notifications/sheet/ask-card.tsx"),
    loadWords(),
  ]);
  return module.AskCard;
}

/** After the look whether to offer installing: what comes first stays, nothing takes its place under a finger. */
const AFTER_MS = 3500;

/** The question whether this device may ring: in the inbox, once there is a ticket of one's own to ring for. */
export function AskToRing() {
  const me = useMe();
  const [Card, setCard] = useState<Card | null>(null);
  const [asking, setAsking] = useAtom(askingAtom);
  // One offer at a time: the app on the home screen is what makes ringing worth most.
  const installing = useAtomValue(hintAtom);
  const online = useAtomValue(connectionAtom) === "online";
  const { data } = useRead(tickets.counts, {}, { enabled: !me.company.expired });
  const working = (data?.open.count ?? 0) > 0;
  useEffect(() => {
    if (!working || !mayAsk(me)) return;
    const timer = setTimeout(() => load().then((made) => setCard(() => made), () => undefined), AFTER_MS);
    return () => clearTimeout(timer);
  }, [working, me]);
  // Without a network there is nothing to subscribe to: the question can wait.
  const fits = Card !== null && online && (asking || !installing);
  useEffect(() => {
    setAsking(fits);
    return () => setAsking(false);
  }, [fits]);
  return fits && <Card onDone={() => setCard(null)} onInstall={() => void openInstall()} />;
}
