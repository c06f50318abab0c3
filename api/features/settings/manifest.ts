// What makes the app installable: the web manifest, with the platform's own name, colour and icons where it has any.
import { createHash } from "node:crypto";
import { ICON_PX, readIcons } from "../../contract/rules/brand.ts";
import { platformSettings, PRODUCT_NAME } from "../../contract/settings.ts";
import type { Api } from "../../core/http/route.ts";
import { asPlatform } from "../../../db/tenant.ts";
import { type PlatformValues, platformValues } from "./actions.ts";

/** `--bg` of web/styles.css: what a starting app shows, and its bar when no colour was chosen. */
export const BACKGROUND = "#f3f4f6";
/** Launchers cut a name after about twelve characters: the first word reads better than half of the second. */
const SHORT = 12;

interface Icon {
  src: string;
  sizes: string;
  type: string;
  purpose: string;
}
const icon = (src: string, size: number, purpose = "any"): Icon => ({
  src,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});
const ownIcons: readonly Icon[] = [
  icon("/icons/icon-192.png", 192),
  icon("/icons/icon-512.png", 512),
  icon("/icons/maskable-512.png", 512, "maskable"),
  icon("/icons/monochrome-512.png", 512, "monochrome"),
];
const screenshot = (name: string, sizes: string, form: "narrow" | "wide", label: string) => ({
  src: `/screenshots/${name}.png`,
  sizes,
  type: "image/png",
  form_factor: form,
  label,
});
const shortcut = (name: string, url: string, picture: string) => ({
  name,
  url,
  icons: [icon(`/icons/shortcut-${picture}.png`, 96)],
});

function iconsOf({ appIcons }: PlatformValues): readonly Icon[] {
  const icons = readIcons(appIcons).filter(({ purpose }) => purpose !== "apple");
  const enough = icons.some(({ purpose, size }) => purpose === "any" && size >= ICON_PX.min);
  return enough ? icons.map(({ src, size, purpose }) => icon(src, size, purpose)) : ownIcons;
}

function shortName(name: string): string {
  if (name.length <= SHORT) return name;
  const words = name.split(/\s+/);
  while (words.length > 1 && words.join(" ").length > SHORT) words.pop();
  return words.join(" ");
}

/** The manifest that follows from the platform's settings. */
export function manifestOf(values: PlatformValues) {
  const name = values.appName.trim() || PRODUCT_NAME;
  const { initial } = platformSettings.primaryColorLight;
  // The initial colour means that nobody chose any.
  const chosen = values.primaryColorLight.toLowerCase() === initial.toLowerCase() ? null : values.primaryColorLight;
  return {
    id: "/",
    name,
    short_name: shortName(name),
    description: "Atendimento aos clientes por WhatsApp, Facebook, Instagram e pelo site, em um só lugar.",
    lang: "pt-BR",
    dir: "ltr",
    start_url: "/tickets?source=app",
    scope: "/",
    display: "standalone",
    display_override: ["standalone", "minimal-ui"],
    orientation: "any",
    theme_color: chosen ?? BACKGROUND,
    background_color: BACKGROUND,
    categories: ["business", "productivity"],
    prefer_related_applications: false,
    icons: iconsOf(values),
    screenshots: [
      screenshot("list-narrow", "390x844", "narrow", "Os atendimentos de cada um, com quem espera há mais tempo"),
      screenshot("conversation-narrow", "390x844", "narrow", "A conversa com o cliente"),
      screenshot("inbox-wide", "1280x800", "wide", "Atendimentos e conversa lado a lado"),
    ],
    shortcuts: [
      shortcut("Atendimentos", "/tickets?tab=open", "open"),
      shortcut("Aguardando", "/tickets?tab=pending", "pending"),
      shortcut("Novo atendimento", "/tickets?new=1", "new"),
    ],
    share_target: {
      action: "/share",
      method: "POST",
      enctype: "multipart/form-data",
      params: {
        title: "title",
        text: "text",
        url: "url",
        files: [{ name: "files", accept: ["image/*", "video/*", "audio/*", "application/pdf", ".pdf"] }],
      },
    },
    launch_handler: { client_mode: ["focus-existing", "auto"] },
  };
}

/** GET /manifest.webmanifest; and POST /share where no service worker took it: there is nothing to keep it in. */
export function mountManifest(http: Api["http"]): void {
  http.get("/manifest.webmanifest", async (c) => {
    const text = JSON.stringify(manifestOf(await asPlatform((tx) => platformValues(tx))));
    const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
    const headers = { "cache-control": "no-cache", etag };
    if (c.req.header("if-none-match") === etag) return c.body(null, 304, headers);
    return c.body(text, 200, { ...headers, "content-type": "application/manifest+json; charset=utf-8" });
  });
  http.post("/share", async (c) => {
    await c.req.raw.body?.cancel();
    return c.redirect("/tickets", 303);
  });
}
