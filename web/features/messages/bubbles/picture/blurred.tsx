import { useState } from "react";
import { cn } from "../../../../ui/cn.ts";
import { Late, Skeleton } from "../../../../ui/skeleton.tsx";
import { Spinner } from "../../../../ui/spinner.tsx";

/** A picture that is seldom on its way for longer says that it is. */
const SPINS_AFTER_MS = 1_000;

interface Props {
  /** The file, once it is on the device. */
  url: string | undefined;
  alt: string;
  /** A PNG of some fifty pixels, base64. */
  preview: string | null | undefined;
  width: number;
  height: number;
  className?: string;
}

/** A picture in its place: blurred until it can be drawn, a plain field where not even that is known. */
export function BlurredPicture({ url, alt, preview, width, height, className }: Props) {
  const [drawn, setDrawn] = useState<string>();
  const here = url !== undefined && drawn === url;
  return (
    <>
      {preview && !here && (
        <span aria-hidden className="absolute inset-0 grid place-items-center">
          <img
            data-preview
            alt=""
            src={`data:image/png;base64,${preview}`}
            // Larger than its place: a blur is thin at its edge.
            className="absolute inset-0 size-full scale-115 object-cover blur-lg"
          />
          <Late after={SPINS_AFTER_MS}>
            <span className="relative rounded-full bg-surface/80 p-2 text-fg">
              <Spinner />
            </span>
          </Late>
        </span>
      )}
      {url
        ? (
          <img
            src={url}
            alt={alt}
            decoding="async"
            width={width}
            height={height}
            onLoad={() => setDrawn(url)}
            className={cn("relative size-full", className)}
          />
        )
        : !preview && <Skeleton className="size-full" />}
    </>
  );
}
