// Announcements: what the platform's operator tells everybody (docs/product/announcements.md).
import { z } from "zod";
import { endpoint, Id, IdParam, Instant, Ok, PageQuery, text } from "../../contract/endpoint.ts";
import { signal } from "../../contract/event.ts";
import { ANNOUNCEMENT } from "../../contract/limits.ts";

/** 1 high, 2 medium, 3 low. */
export const priorities = [1, 2, 3] as const;
export type Priority = typeof priorities[number];

export const Announcement = z.object({
  id: z.number(),
  title: z.string(),
  /** Plain: it is shown as it is written. */
  text: z.string(),
  priority: z.number(),
  status: z.boolean(),
  /** An address that everybody may open, in every company. */
  mediaPath: z.string().nullable(),
  mediaName: z.string(),
  createdAt: Instant,
});
export type Announcement = z.infer<typeof Announcement>;

/** `true` or `active`: it is shown. */
const Status = z.union([z.boolean(), z.enum(["active", "inactive"]).transform((word) => word === "active")]);
const fields = {
  title: text(ANNOUNCEMENT.title).trim().min(1, "required"),
  text: text(ANNOUNCEMENT.text).trim().min(1, "required"),
  priority: z.coerce.number().int().min(1).max(3),
  status: Status,
};
export const AnnouncementForm = z.object({
  ...fields,
  priority: fields.priority.optional().default(3),
  status: Status.optional().default(true),
});
/** Fields that are left out stay. */
export const AnnouncementUpdate = z.object(fields).partial();

/** `create`: it is shown from now on, `delete`: no longer. Whoever was away finds it in `/auth/me`. */
export const announcementChanged = signal(
  "company-announcement",
  z.union([
    z.object({ action: z.enum(["create", "update"]), record: Announcement }),
    z.object({ action: z.literal("delete"), id: z.number() }),
  ]),
);
/** This person has seen these, on this device or another. */
export const announcementsSeen = signal("company-{id}-announcementSeen", z.object({ ids: z.array(z.number()) }));
const live = [announcementChanged] as const;

export const announcements = {
  list: endpoint({
    method: "GET",
    path: "/announcements",
    summary:
      "Announcements, the most important first, then the newest; only operators see those that are switched off.",
    access: "user",
    live,
    query: PageQuery.extend({ status: z.enum(["active", "inactive"]).optional() }),
    response: z.object({ records: z.array(Announcement), hasMore: z.boolean(), count: z.number() }),
  }),
  show: endpoint({
    method: "GET",
    path: "/announcements/{id}",
    summary: "One announcement.",
    access: "user",
    live,
    params: IdParam("announcement"),
    response: Announcement,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
  seen: endpoint({
    method: "POST",
    path: "/announcements/seen",
    summary: "Notes that one has seen these.",
    access: "user",
    body: z.object({ ids: z.array(Id("announcement")).max(ANNOUNCEMENT.unseen) }),
    response: Ok,
  }),
  create: endpoint({
    method: "POST",
    path: "/announcements",
    summary: "Announces something to everybody of every company.",
    access: "super",
    body: AnnouncementForm,
    response: Announcement,
    audit: true,
  }),
  update: endpoint({
    method: "PUT",
    path: "/announcements/{id}",
    summary: "Changes an announcement; switched on again, it is new to everybody.",
    access: "super",
    params: IdParam("announcement"),
    body: AnnouncementUpdate,
    response: Announcement,
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/announcements/{id}",
    summary: "Deletes an announcement with its picture.",
    access: "super",
    params: IdParam("announcement"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
  upload: endpoint({
    method: "POST",
    path: "/announcements/{id}/media-upload",
    summary: "Sets the picture of an announcement, PNG or JPEG.",
    access: "super",
    params: IdParam("announcement"),
    upload: "file",
    uploadBytes: ANNOUNCEMENT.imageBytes,
    body: z.object({ typeArch: z.string().max(60).optional() }),
    response: Announcement,
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND", "ERR_UNSUPPORTED_MEDIA", "ERR_BODY_TOO_LARGE"],
  }),
  removeFile: endpoint({
    method: "DELETE",
    path: "/announcements/{id}/media-upload",
    summary: "Takes the picture off an announcement.",
    access: "super",
    params: IdParam("announcement"),
    response: Announcement,
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
};
