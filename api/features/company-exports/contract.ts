// A company's admin asks for everything that the company has, as one file (docs/product/company-export.md).
import { z } from "zod";
import { endpoint, Instant, Ok } from "../../contract/endpoint.ts";
import { signal } from "../../contract/event.ts";
import { shownOnce } from "../../contract/marks.ts";

/** How long a built file waits to be taken, hours; and how long it stays once it was, so that a download that broke can go on, minutes. */
export const KEPT_HOURS = 48;
export const TAKEN_MINUTES = 60;

export const CompanyExport = z.object({
  status: z.enum(["building", "ready", "taken", "failed"]),
  askedAt: Instant,
  /** The name of who asked, as it was then. */
  askedBy: z.string(),
  rows: z.number().nullable(),
  files: z.number().nullable(),
  bytes: z.number().nullable(),
  /** When the file is deleted; null where there is none. */
  expiresAt: Instant.nullable(),
});
export type CompanyExport = z.infer<typeof CompanyExport>;

/** A file was asked for, is ready, was taken, failed or is gone. To the admins. */
export const companyExportChanged = signal("company-{id}-export", z.object({ export: CompanyExport.nullable() }));

export const companyExports = {
  show: endpoint({
    method: "GET",
    path: "/companyExport",
    summary: "The file of the whole company that was asked for last; null where none is kept.",
    access: "settings:manage",
    live: [companyExportChanged],
    response: z.object({ export: CompanyExport.nullable() }),
  }),
  ask: endpoint({
    method: "POST",
    path: "/companyExport",
    summary: "Asks for the whole company as a file, which is built in the background. A kept one gives way.",
    access: "settings:manage",
    status: 202,
    response: z.object({ export: CompanyExport }),
    perMinute: 6,
    audit: true,
    errors: ["ERR_ALREADY_IN_STATE"],
  }),
  take: endpoint({
    method: "POST",
    path: "/companyExport/link",
    summary: "A link to the file, good for 15 minutes. The file goes an hour after it was first taken.",
    access: "settings:manage",
    // A repeated call is answered without it.
    response: z.object({ link: shownOnce(z.string()).optional() }),
    perMinute: 10,
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
  drop: endpoint({
    method: "DELETE",
    path: "/companyExport",
    summary: "Deletes the file before its time, or stops waiting for it.",
    access: "settings:manage",
    response: Ok,
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
};
