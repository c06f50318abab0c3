import { useAtomValue } from "jotai";
import { brandAtom } from "../../core/brand.ts";

/** The name under the icon, and the icon: the platform's, else our own (as in the manifest). */
export function useApp(): { name: string; icon: string } {
  const { appName, appLogoFavicon } = useAtomValue(brandAtom);
  return { name: appName?.trim() || "Recado", icon: appLogoFavicon || "/icons/icon-192.png" };
}
