import { useMemo } from "react";
import { encodeQr } from "./qr-encode.ts";

/** Modules of light around the code, without which readers do not find it. */
const QUIET = 4;

/** A QR code as one SVG path, dark on light in both themes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const rows = encodeQr(text);
    const dark = rows.flatMap((row, y) => row.map((on, x) => on ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : ""));
    return { size: rows.length + 2 * QUIET, path: dark.join("") };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-72 max-w-full rounded-card bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
