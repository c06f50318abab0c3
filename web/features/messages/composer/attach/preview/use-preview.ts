import type { ChannelInfo } from "../../../../../../api/features/connections/contract.ts";
import { wantReply } from "../../../../../core/page/reply-field.ts";
import { useHold } from "../../../../../patterns/use-hold.ts";
import { useSmaller } from "../../downsize.ts";
import { sendFiles } from "../../send.ts";
import { changeComposer, type PickedFile, useComposer } from "../../state.ts";
import { type FileTrouble, troubleWith } from "../check.ts";
import { moved } from "../order.ts";

export interface PreviewProps {
  ticketId: number;
  uuid: string;
  contactName: string;
  channel: ChannelInfo | undefined;
  note: boolean;
}
/** One file, and what can be done with it before it goes. */
export interface Previewed {
  entry: PickedFile;
  /** What is sent of a large photo, unless the original is wanted. */
  copy: File | undefined;
  trouble: FileTrouble | null;
  first: boolean;
  last: boolean;
  change: (part: Partial<PickedFile>) => void;
  move: (by: -1 | 1) => void;
  remove: () => void;
}
/** From here on it is said how much will be sent: on a phone's network it takes long, and may cost. */
const BIG_BYTES = 10 * 1024 * 1024;

/** The files before they go, for sheet and pane alike. */
export function usePreview({ ticketId, uuid, channel, note }: PreviewProps) {
  const { files } = useComposer(ticketId);
  useHold("files", true);
  const set = (next: readonly PickedFile[]) => {
    changeComposer(ticketId, { files: next });
    if (next.length === 0) wantReply(uuid);
  };
  const media = note ? null : channel?.media ?? null;
  const copies = useSmaller(files.map(({ file }) => file));
  const sent = ({ file, original }: PickedFile) => original ? file : copies.get(file) ?? file;
  const bytes = files.reduce((sum, entry) => sum + sent(entry).size, 0);
  const previewed = files.map((entry, index): Previewed => ({
    entry,
    copy: copies.get(entry.file),
    trouble: troubleWith(sent(entry), media),
    first: index === 0,
    last: index === files.length - 1,
    change: (part) => set(files.map((other) => other.id === entry.id ? { ...other, ...part } : other)),
    move: (by) => set(moved(files, index, by)),
    remove: () => set(files.filter((other) => other.id !== entry.id)),
  }));
  const blocked = previewed.some(({ trouble }) => trouble !== null);
  const send = () => {
    if (blocked) return;
    void sendFiles(ticketId, note);
    wantReply(uuid);
  };
  return { files: previewed, big: bytes > BIG_BYTES ? bytes : null, blocked, send, discard: () => set([]) };
}
