// Company and platform settings (docs/product/settings.md).
import { z } from "zod";
import { endpoint, Id } from "../../contract/endpoint.ts";
import { signal } from "../../contract/event.ts";
import { companySettingKeys, platformSettingKeys } from "../../contract/settings.ts";
import { MAX_LOOK_BYTES } from "../../contract/limits.ts";

const CompanySettings = z.record(z.string(), z.string());
export const PlatformSetting = z.object({ key: z.string(), value: z.string() });
export const settingChanged = signal(
  "company-{id}-settings",
  z.object({ action: z.literal("update"), settings: CompanySettings }),
);
const Key = z.object({ key: z.enum(platformSettingKeys as [string, ...string[]]) });
const live = [settingChanged] as const;

export const settings = {
  company: endpoint({
    method: "GET",
    path: "/companySettings/{companyId}",
    summary: "All settings of one's own company.",
    access: "user",
    live,
    params: z.object({ companyId: Id("company") }),
    response: CompanySettings,
    errors: ["ERR_NO_COMPANY_FOUND"],
  }),
  companyOne: endpoint({
    method: "GET",
    path: "/companySettingOne",
    summary: "One setting of one's own company.",
    access: "user",
    live,
    query: z.object({ column: z.string().max(60) }),
    response: z.record(z.string(), z.string()),
    errors: ["ERR_NO_SETTING_FOUND"],
  }),
  updateCompany: endpoint({
    method: "PUT",
    path: "/companySettings",
    summary: "Changes one setting.",
    access: "settings:manage",
    body: z.object({
      column: z.enum(companySettingKeys as [string, ...string[]]),
      data: z.string().max(4000),
      companyId: Id("company").optional(),
    }),
    response: z.record(z.string(), z.string()),
    audit: true,
    errors: ["ERR_NO_PERMISSION"],
  }),
  disk: endpoint({
    method: "GET",
    path: "/companyDisk",
    summary: "How much room one's company's files take, and may take; null where nothing is said.",
    access: "settings:manage",
    response: z.object({ usedBytes: z.number(), allowedBytes: z.number().nullable() }),
  }),
  platform: endpoint({
    method: "GET",
    path: "/settings",
    summary: "The platform's settings that one may see.",
    access: "user",
    response: z.array(PlatformSetting),
  }),
  platformOne: endpoint({
    method: "GET",
    path: "/setting/{key}",
    summary: "One setting of the platform.",
    access: "user",
    params: Key,
    response: PlatformSetting,
    errors: ["ERR_NO_SETTING_FOUND"],
  }),
  updatePlatform: endpoint({
    method: "PUT",
    path: "/settings/{key}",
    summary: "Changes a setting of the platform.",
    access: "super",
    params: Key,
    body: z.object({ value: z.string().max(4000) }),
    response: PlatformSetting,
    audit: true,
  }),
  uploadBrand: endpoint({
    method: "POST",
    path: "/settings-whitelabel/logo",
    summary:
      "Sets a logo, or the app's icons (several files named any-…, maskable-…, monochrome-…, apple-…); answers the path.",
    access: "super",
    upload: "file",
    uploadBytes: MAX_LOOK_BYTES,
    body: z.object({ typeArch: z.enum(["logo", "favicon"]), mode: z.enum(["light", "dark"]).optional() }),
    response: z.string(),
    audit: true,
    errors: ["ERR_UNSUPPORTED_MEDIA", "ERR_BODY_TOO_LARGE"],
  }),
  publicAll: endpoint({
    method: "GET",
    path: "/public-settings",
    summary: "All of them at once: a login screen asks once.",
    access: "public",
    response: z.record(z.string(), z.string()),
  }),
  publicOne: endpoint({
    method: "GET",
    path: "/public-settings/{key}",
    summary: "White-label settings and allowSignup, for everybody.",
    access: "public",
    params: z.object({ key: z.string().max(60) }),
    response: z.string(),
    errors: ["ERR_NO_SETTING_FOUND"],
  }),
};
