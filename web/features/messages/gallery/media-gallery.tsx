import { useMemo, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { onDemand } from "../../../core/app-files/on-demand.ts";
import { type GalleryKind, galleryKinds, messages } from "../../../../api/features/messages/contract.ts";
import { useList } from "../../../core/query.ts";
import { Endless } from "../../../patterns/lists/endless.tsx";
import { Empty, Failed } from "../../../patterns/lists/empty.tsx";
import { Late, Skeleton } from "../../../ui/skeleton.tsx";
import { TabPanel, Tabs } from "../../../ui/tabs.tsx";
import { ConversationContext } from "../conversation.ts";
import "../parts/gallery.ts";
import { MediaTile } from "./media-tile.tsx";
import { DocumentRow, LinkRows, SoundRow } from "./rows.tsx";

const Lightbox = onDemand(() => import("../lightbox/lightbox.tsx").then((m) => m.Lightbox));
const rows = { documents: DocumentRow, links: LinkRows, audio: SoundRow };

function Loading({ tiles }: { tiles: boolean }) {
  const { t } = useTranslation("messages");
  return (
    <div role="status" aria-label={t("state.loading")}>
      <Late>
        <div className={tiles ? "grid grid-cols-3 gap-1" : "space-y-2"}>
          {Array.from(
            { length: 6 },
            (_, index) => <Skeleton key={index} className={tiles ? "aspect-square" : "h-14"} />,
          )}
        </div>
      </Late>
    </div>
  );
}

function Kind({ ticketId, kind, onOpen }: { ticketId: number; kind: GalleryKind; onOpen: (id: number) => void }) {
  const { t } = useTranslation("messages");
  const list = useList(messages.gallery, { params: { ticketId }, query: { kind } }, { keep: false });
  if (list.isLoading) return <Loading tiles={kind === "media"} />;
  if (list.error) return <Failed error={list.error} onRetry={() => void list.refetch()} />;
  if (list.records.length === 0) return <Empty drawing="chat" title={t(`gallery.none.${kind}`)} heading="h2" />;
  const end = <Endless hasMore={list.hasMore} loading={list.isFetchingMore} onMore={list.more} />;
  if (kind === "media") {
    return (
      <>
        <ul className="grid grid-cols-3 gap-1">
          {list.records.map((message) => (
            <li key={message.id}>
              <MediaTile message={message} onOpen={() => onOpen(message.id)} />
            </li>
          ))}
        </ul>
        {end}
      </>
    );
  }
  const Row = rows[kind];
  return (
    <>
      <ul className="divide-y divide-line">
        {list.records.map((message) => <Row key={message.id} message={message} />)}
      </ul>
      {end}
    </>
  );
}

interface Props {
  ticketId: number;
  contactName: string;
}

/** Everything that was sent in a conversation besides words: pictures and videos, sounds, documents, links. */
export function MediaGallery({ ticketId, contactName }: Props) {
  const { t } = useTranslation("messages");
  const [kind, setKind] = useState<GalleryKind>("media");
  const [shown, setShown] = useState<number | null>(null);
  const conversation = useMemo(
    () => ({
      ticketId,
      uuid: null,
      status: "closed",
      contactName,
      channel: undefined,
      jumpTo: () => {},
      openImage: setShown,
    }),
    [ticketId, contactName],
  );
  return (
    <ConversationContext value={conversation}>
      <Tabs
        label={t("gallery.label")}
        value={kind}
        onChange={(value) => setKind(value as GalleryKind)}
        tabs={galleryKinds.map((value) => ({ value, label: t(`gallery.${value}`) }))}
      >
        {galleryKinds.map((value) => (
          <TabPanel key={value} value={value} className="pt-3">
            <Kind ticketId={ticketId} kind={value} onOpen={setShown} />
          </TabPanel>
        ))}
      </Tabs>
      {shown !== null && (
        <Lightbox
          ticketId={ticketId}
          messages={[]}
          at={shown}
          onMove={setShown}
          onClose={() => setShown(null)}
        />
      )}
    </ConversationContext>
  );
}
