// What the push of a campaign's pause says.
import { cut, fitting, tags } from "./payload.ts";
import { type Language, wordsOf } from "./words.ts";

const NAME_BYTES = 240;

/** The push for a campaign that sends nothing, as JSON. */
export function pausePayload(
  { campaignId, reason, name, at }: {
    campaignId: number;
    reason: "line" | "plan" | "template";
    name: string;
    at: Date;
  },
  { language, hideText, badge }: { language: Language; hideText: boolean; badge: number },
): string {
  const { pauseTitle, pauses } = wordsOf(language);
  return fitting(hideText ? "" : `${cut(name, NAME_BYTES)}: ${pauses[reason]}`, (body) => ({
    web_push: 8030,
    notification: {
      title: pauseTitle,
      body,
      tag: `campaign-${campaignId}`,
      navigate: "/campaigns",
      lang: tags[language],
      app_badge: badge,
    },
    data: { kind: "campaign", uuid: null, ticketId: null, status: null, messageId: null, at: at.toISOString() },
  }));
}
