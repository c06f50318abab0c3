// Drawings of the three presses that put the app on an iPhone or iPad. The words in them are those of the system.
import type { ReactNode } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";

const line = {
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

function Share({ x, y, className }: { x: number; y: number; className?: string }) {
  return (
    <g transform={`translate(${x} ${y})`} className={className}>
      <path d="M-5 -2h-3v12h16v-12h-3M0 5v-15M-4.5 -6 0 -10.5 4.5 -6" {...line} />
    </g>
  );
}

function Ring({ x, y, width = 34, height = 34 }: { x: number; y: number; width?: number; height?: number }) {
  return (
    <rect
      x={x - width / 2}
      y={y - height / 2}
      width={width}
      height={height}
      rx={Math.min(height / 2, 12)}
      className="fill-primary-soft stroke-primary-fg"
      strokeWidth="2"
    />
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <svg aria-hidden viewBox="0 0 220 116" className="w-full rounded-card border border-line bg-bg text-fg-muted">
      {children}
    </svg>
  );
}

const Lines = ({ y }: { y: number }) => (
  <g className="fill-line">
    {[0, 1, 2].map((row) => <rect key={row} x="28" y={y + row * 14} width={[120, 160, 90][row]} height="6" rx="3" />)}
  </g>
);

/** Safari's bar with the share button: at the bottom of an iPhone, at the top of an iPad. */
export function SharePicture({ pad }: { pad: boolean }) {
  const bar = pad ? 0 : 74;
  return (
    <Frame>
      <Lines y={pad ? 62 : 22} />
      <rect x="0" y={bar} width="220" height="42" className="fill-surface" />
      <path d={`M0 ${pad ? 42 : 74}h220`} className="stroke-line" strokeWidth="1.5" />
      <Ring x={pad ? 176 : 110} y={bar + 21} />
      <Share x={pad ? 176 : 110} y={bar + 21} className="text-primary-fg" />
      {pad ? <rect x="50" y="12" width="100" height="18" rx="9" className="fill-hover" /> : (
        <path
          d="m34 88-7 7 7 7M66 88l7 7-7 7M148 88h10v14h-10zM184 88h10v14h-10z"
          {...line}
          className="opacity-50"
        />
      )}
      {pad
        ? <path d="M176 74V48M168 56l8-8 8 8" {...line} strokeWidth={3} className="text-primary-fg" />
        : <path d="M110 38v26M102 56l8 8 8-8" {...line} strokeWidth={3} className="text-primary-fg" />}
    </Frame>
  );
}

/** The share sheet with the entry to choose. */
export function AddPicture() {
  const { t } = useTranslation("install");
  return (
    <Frame>
      <path
        d="M12 116V26a12 12 0 0 1 12-12h172a12 12 0 0 1 12 12v90z"
        className="fill-surface stroke-line"
        strokeWidth="1.5"
      />
      <rect x="98" y="20" width="24" height="4" rx="2" className="fill-line-strong" />
      <rect x="28" y="38" width="110" height="6" rx="3" className="fill-line" />
      <Ring x={110} y={72} width={184} height={32} />
      <text x="28" y="76" fontSize="10" fontWeight="600" className="fill-primary-fg">{t("ios.entry")}</text>
      <path d="M179 64h14v14h-14zM186 67.500v7M182.500 71h7" {...line} className="text-primary-fg" />
      <rect x="28" y="100" width="84" height="6" rx="3" className="fill-line" />
    </Frame>
  );
}

/** The last question: the name, and "add" at its top right. */
export function ConfirmPicture({ name, icon }: { name: string; icon: string }) {
  const { t } = useTranslation("install");
  return (
    <Frame>
      <path
        d="M12 116V26a12 12 0 0 1 12-12h172a12 12 0 0 1 12 12v90z"
        className="fill-surface stroke-line"
        strokeWidth="1.5"
      />
      <rect x="28" y="30" width="44" height="6" rx="3" className="fill-line" />
      <Ring x={170} y={33} width={72} height={28} />
      <text x="170" y="37" fontSize="11" fontWeight="600" textAnchor="middle" className="fill-primary-fg">
        {t("ios.confirm")}
      </text>
      <image href={icon} x="28" y="60" width="38" height="38" />
      <text x="78" y="84" fontSize="13" fontWeight="600" className="fill-fg">
        {name.length > 18 ? `${name.slice(0, 17)}…` : name}
      </text>
    </Frame>
  );
}
