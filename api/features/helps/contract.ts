// Help videos: what the platform's operator explains to everybody (docs/product/helps.md).
import { z } from "zod";
import { endpoint, IdParam, Ok, PageQuery, text } from "../../contract/endpoint.ts";
import { signal } from "../../contract/event.ts";
import { HELP } from "../../contract/limits.ts";
import { videoCode } from "../../contract/words/video.ts";

export const Help = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  /** The code of a video at YouTube, eleven letters. */
  video: z.string(),
});
export type Help = z.infer<typeof Help>;

/** An address becomes its code. */
const Video = text(HELP.video).trim().min(1, "required").transform((typed, ctx) => {
  const code = videoCode(typed);
  if (code) return code;
  ctx.addIssue({ code: "custom", message: "video" });
  return z.NEVER;
});
export const HelpForm = z.object({
  title: text(HELP.title).trim().min(1, "required"),
  description: text(HELP.description).trim().optional().default(""),
  video: Video,
});

/** There are so many now: the menu has an entry where there is one. */
export const helpsChanged = signal("company-help", z.object({ action: z.literal("update"), helps: z.number() }));
const live = [helpsChanged] as const;

export const helps = {
  list: endpoint({
    method: "GET",
    path: "/helps",
    summary: "Help videos by title, a page at a time.",
    access: "user",
    live,
    query: PageQuery,
    response: z.object({ records: z.array(Help), hasMore: z.boolean(), count: z.number() }),
  }),
  all: endpoint({
    method: "GET",
    path: "/helps/list",
    summary: "All help videos by title.",
    access: "user",
    live,
    response: z.array(Help),
  }),
  create: endpoint({
    method: "POST",
    path: "/helps",
    summary: "Offers a help video to everybody; its code, or an address that has it.",
    access: "super",
    body: HelpForm,
    response: Help,
    audit: true,
    errors: ["ERR_DUPLICATED_NAME"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/helps/{id}",
    summary: "Changes a help video.",
    access: "super",
    params: IdParam("helpItem"),
    body: HelpForm,
    response: Help,
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND", "ERR_DUPLICATED_NAME"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/helps/{id}",
    summary: "Deletes a help video.",
    access: "super",
    params: IdParam("helpItem"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
};
