const PITCH = 4;

/** A voice note's shape; what was heard is coloured. */
export function Waveform({ bars, done }: { bars: readonly number[]; done: number }) {
  return (
    <svg aria-hidden viewBox={`0 0 ${bars.length * PITCH} 32`} preserveAspectRatio="none" className="size-full">
      {bars.map((bar, index) => {
        const height = 3 + bar * 25;
        return (
          <rect
            key={index}
            x={index * PITCH}
            y={16 - height / 2}
            width={2.2}
            height={height}
            rx={1.1}
            className={index / bars.length < done ? "fill-primary-fg" : "fill-line-strong"}
          />
        );
      })}
    </svg>
  );
}
