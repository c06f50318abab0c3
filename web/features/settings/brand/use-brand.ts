// The platform's own look, read and written one value at a time.
import { v7 as uuid } from "uuid";
import type { PlatformSettingKey } from "../../../../api/contract/settings.ts";
import { settings } from "../../../../api/features/settings/contract.ts";
import { callApi } from "../../../core/who/api.ts";
import { reloadBrand } from "../../../core/brand.ts";
import { useRead } from "../../../core/query.ts";
import { refresh } from "../../../core/answers/query-client.ts";

async function changed(): Promise<void> {
  await Promise.all([refresh(settings.platform), reloadBrand()]);
}

/** Saves one value, and shows it here. */
export async function saveBrand(key: PlatformSettingKey, value: string): Promise<void> {
  await callApi(settings.updatePlatform, { params: { key }, body: { value } }, { idempotencyKey: uuid() });
  await changed();
}

/** Uploads a logo, or the set of icons. */
export async function uploadBrand(
  body: { typeArch: "logo" | "favicon"; mode?: "light" | "dark" },
  files: readonly File[],
): Promise<void> {
  await callApi(settings.uploadBrand, { body, files }, { idempotencyKey: uuid() });
  await changed();
}

/** Every value of the platform by its name, once known. */
export function useBrand() {
  const { data, error, refetch } = useRead(settings.platform, {}, { keep: false });
  const values = data && Object.fromEntries(data.map(({ key, value }) => [key, value]));
  return { values: values as Partial<Record<PlatformSettingKey, string>> | undefined, error, refetch };
}
