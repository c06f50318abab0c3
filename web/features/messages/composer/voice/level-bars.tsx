const SHOWN = 40;

/** The last seconds' loudness, running to the left; the whole at rest. */
export function LevelBars({ levels, running }: { levels: readonly number[]; running: boolean }) {
  const step = running ? 1 : Math.max(1, levels.length / SHOWN);
  const from = running ? Math.max(0, levels.length - SHOWN) : 0;
  const bars = Array.from({ length: SHOWN }, (_, bar) => levels[Math.floor(from + bar * step)] ?? 0);
  return (
    <svg aria-hidden viewBox={`0 0 ${SHOWN * 4} 28`} preserveAspectRatio="none" className="h-7 min-w-0 flex-1">
      {bars.map((level, bar) => {
        const height = 3 + Math.min(1, level * 1.6) * 24;
        return (
          <rect
            key={bar}
            x={bar * 4}
            y={14 - height / 2}
            width={2.2}
            height={height}
            rx={1.1}
            className={level > 0.01 ? "fill-primary-fg" : "fill-line-strong"}
          />
        );
      })}
    </svg>
  );
}
