import { useAtomValue } from "jotai";
import { PRODUCT_NAME } from "../../../api/contract/settings.ts";
import { brandAtom } from "../../core/brand.ts";

/** The name under the icon, and the icon: the platform's, else our own (as in the manifest). */
export function useApp(): { name: string; icon: string } {
  const { appName, appLogoFavicon } = useAtomValue(brandAtom);
  return { name: appName?.trim() || PRODUCT_NAME, icon: appLogoFavicon || "/icons/icon-192.png" };
}
