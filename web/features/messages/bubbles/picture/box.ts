/** The place a picture takes, px: its own proportions within 320×340, so that nothing jumps when it arrives. */
export function boxOf(width: number | null, height: number | null): { width: number; height: number } {
  if (!width || !height) return { width: 240, height: 180 };
  const scale = Math.min(320 / width, 340 / height, 1);
  return { width: Math.max(120, Math.round(width * scale)), height: Math.max(80, Math.round(height * scale)) };
}
