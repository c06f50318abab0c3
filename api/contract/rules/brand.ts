// The icons of a white-labelled app: PNG files of stated size, as the setting `appIcons` keeps them.

/** What an icon is for: the manifest's purposes, and the picture that iOS asks for. */
export const iconPurposes = ["any", "maskable", "monochrome", "apple"] as const;
export type IconPurpose = typeof iconPurposes[number];
export interface BrandIcon {
  /** `/brand/…png` */
  src: string;
  /** Width and height, px. */
  size: number;
  purpose: IconPurpose;
}
/** Smallest icon an app can be installed with, and the largest anybody needs, px. */
export const ICON_PX = { min: 192, max: 1024 } as const;
/** One picture of the brand, bytes. */
export const MAX_BRAND_BYTES = 1024 * 1024;

const isIcon = (value: unknown): value is BrandIcon => {
  const { src, size, purpose } = (value ?? {}) as Partial<BrandIcon>;
  return typeof src === "string" && /^\/brand\/[0-9a-f]{32}\.png$/.test(src) && Number.isInteger(size) &&
    iconPurposes.some((known) => known === purpose);
};

/** The icons a setting's text holds; none when it is empty or not ours. */
export function readIcons(text: string | undefined): BrandIcon[] {
  try {
    const list: unknown = JSON.parse(text || "[]");
    return Array.isArray(list) ? list.filter(isIcon) : [];
  } catch {
    return [];
  }
}
