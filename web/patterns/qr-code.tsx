import { useMemo } from "react";
import { encode } from "uqr";

/** Light modules around the code, without which readers do not find it. */
const QUIET = 4;

/** A QR code as one SVG path, dark on light in both themes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { border: QUIET });
    const dark = data.flatMap((row, y) => row.map((on, x) => on ? `M${x} ${y}h1v1h-1z` : ""));
    return { size, path: dark.join("") };
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
