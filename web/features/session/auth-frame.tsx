import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { brandAtom, brandName } from "../../core/brand.ts";
import { themeAtom } from "../../core/theme.ts";

interface Props {
  title: string;
  intro?: string;
  /** At the top right: the language. */
  corner: ReactNode;
  /** Below the card: the way to the other screen. */
  below?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

/** The frame of the screens before signing in, with the platform's own name and logo. */
export function AuthFrame({ title, intro, corner, below, wide, children }: Props) {
  const brand = useAtomValue(brandAtom);
  const dark = useAtomValue(themeAtom) === "dark";
  const logo = dark ? brand.appLogoDark : brand.appLogoLight;
  const name = brandName(brand);
  return (
    <main className="safe relative h-[calc(100dvh-var(--keyboard))] overflow-y-auto">
      <div className="absolute top-2 right-2">{corner}</div>
      <div className="flex min-h-full flex-col items-center justify-center gap-6 px-4 py-14">
        {logo
          ? <img src={logo} alt={name} className="max-h-14 max-w-60 object-contain" />
          : (
            <p className="flex max-w-full items-center gap-2.5 text-title font-600">
              <img src={brand.appLogoFavicon || "/icons/icon.svg"} alt="" className="size-9" />
              <span className="truncate">{name}</span>
            </p>
          )}
        <section
          className={`w-full space-y-5 rounded-card border border-line bg-surface p-5 sm:p-7 ${
            wide ? "max-w-160" : "max-w-96"
          }`}
        >
          <header>
            <h1 className="text-title font-600">{title}</h1>
            {intro && <p className="text-body text-fg-muted">{intro}</p>}
          </header>
          {children}
        </section>
        {below && <p className="text-center text-body text-fg-muted">{below}</p>}
      </div>
    </main>
  );
}
