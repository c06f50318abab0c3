// QR codes (ISO/IEC 18004), byte mode, error correction level L, versions 1 to 40: enough for what a phone links with.
const ECC = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28]
  .concat(
    Array(14).fill(30),
  );
const BLOCKS = [
  1,
  1,
  1,
  1,
  1,
  2,
  2,
  2,
  2,
  4,
  4,
  4,
  4,
  4,
  6,
  6,
  6,
  6,
  7,
  8,
  8,
  9,
  9,
  10,
  12,
  12,
  12,
  13,
  14,
  15,
  16,
  17,
  18,
]
  .concat([19, 19, 20, 21, 22, 24, 25]);
const at = (list: readonly number[], index: number) => list[index] ?? 0;

/** Multiplication in the field of 256 elements with polynomial 0x11d. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >>> 7) * 0x11d) ^ (((b >>> bit) & 1) * a);
  return product;
}
function divisor(degree: number): number[] {
  const result: number[] = Array(degree - 1).fill(0).concat(1);
  let root = 1;
  for (let step = 0; step < degree; step++) {
    for (let i = 0; i < degree; i++) result[i] = times(at(result, i), root) ^ at(result, i + 1);
    root = times(root, 2);
  }
  return result;
}
function remainder(data: readonly number[], by: readonly number[]): number[] {
  const result: number[] = by.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (result.shift() ?? 0);
    result.push(0);
    by.forEach((value, i) => result[i] = at(result, i) ^ times(value, factor));
  }
  return result;
}

/** Modules that carry data, of all those a version has. */
function rawBits(version: number): number {
  const align = version < 2 ? 0 : Math.floor(version / 7) + 2;
  let bits = (16 * version + 128) * version + 64;
  if (align) bits -= (25 * align - 10) * align - 55;
  return version < 7 ? bits : bits - 36;
}
const dataBytes = (version: number) =>
  Math.floor(rawBits(version) / 8) - at(ECC, version - 1) * at(BLOCKS, version - 1);

function codewords(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >>> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => put(byte, 8));
  const capacity = dataBytes(version) * 8;
  put(0, Math.min(4, capacity - bits.length));
  put(0, (8 - bits.length % 8) % 8);
  for (let pad = 0xec; bits.length < capacity; pad ^= 0xec ^ 0x11) put(pad, 8);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(bits.slice(i, i + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  return interleave(data, version);
}
function interleave(data: readonly number[], version: number): number[] {
  const count = at(BLOCKS, version - 1);
  const degree = at(ECC, version - 1);
  const total = Math.floor(rawBits(version) / 8);
  const short = Math.floor(total / count) - degree;
  const long = total % count;
  const by = divisor(degree);
  const blocks: { data: number[]; ecc: number[] }[] = [];
  for (let i = 0, from = 0; i < count; i++) {
    const size = short + (i < count - long ? 0 : 1);
    const part = data.slice(from, from + size);
    from += size;
    blocks.push({ data: part, ecc: remainder(part, by) });
  }
  const result: number[] = [];
  for (let i = 0; i <= short; i++) {
    for (const block of blocks) if (i < block.data.length) result.push(at(block.data, i));
  }
  for (let i = 0; i < degree; i++) for (const block of blocks) result.push(at(block.ecc, i));
  return result;
}

type Grid = (boolean | undefined)[][];
const masks: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => x * y % 2 + x * y % 3 === 0,
  (x, y) => (x * y % 2 + x * y % 3) % 2 === 0,
  (x, y) => ((x + y) % 2 + x * y % 3) % 2 === 0,
];

function alignments(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => size - 7 - i * step).reverse()];
}
function checked(value: number, bits: number, generator: number, data: number): number {
  let rest = data;
  for (let i = 0; i < bits; i++) rest = (rest << 1) ^ ((rest >>> (bits - 1)) * generator);
  return value << bits | rest;
}

/** Finder, timing and alignment patterns, the version, and the format with its mask. */
function patterns(version: number, mask: number): Grid {
  const size = version * 4 + 17;
  const grid: Grid = Array.from({ length: size }, () => Array(size).fill(undefined));
  const set = (x: number, y: number, dark: boolean) => {
    const row = grid[y];
    if (row && x >= 0 && x < size) row[x] = dark;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) {
    for (let y = -4; y <= 4; y++) {
      for (let x = -4; x <= 4; x++) {
        const ring = Math.max(Math.abs(x), Math.abs(y));
        set(cx + x, cy + y, ring !== 2 && ring !== 4);
      }
    }
  }
  const centres = alignments(version, size);
  const last = centres.length - 1;
  centres.forEach((cy, j) =>
    centres.forEach((cx, i) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
      for (let y = -2; y <= 2; y++) {
        for (let x = -2; x <= 2; x++) set(cx + x, cy + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
      }
    })
  );
  const format = checked(8 | mask, 10, 0x537, 8 | mask) ^ 0x5412;
  const bit = (value: number, i: number) => ((value >>> i) & 1) === 1;
  for (let i = 0; i < 15; i++) {
    const dark = bit(format, i);
    set(8, i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, dark);
    set(i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i, 8, dark);
  }
  set(8, size - 8, true);
  if (version < 7) return grid;
  const mark = checked(version, 12, 0x1f25, version);
  for (let i = 0; i < 18; i++) {
    const a = size - 11 + i % 3;
    const b = Math.floor(i / 3);
    set(a, b, bit(mark, i));
    set(b, a, bit(mark, i));
  }
  return grid;
}

function fill(grid: Grid, words: readonly number[], mask: number): boolean[][] {
  const size = grid.length;
  const result = grid.map((row) => row.map((dark) => dark ?? false));
  let index = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (grid[y]?.[x] !== undefined) continue;
        const on = index < words.length * 8 && ((at(words, index >>> 3) >>> (7 - (index & 7))) & 1) === 1;
        index++;
        (result[y] as boolean[])[x] = on !== masks[mask]?.(x, y);
      }
    }
  }
  return result;
}

/** How hard a code is to read: runs of one colour, in rows and columns, and the balance of dark and light. */
function penalty(rows: readonly boolean[][]): number {
  const size = rows.length;
  let score = 0;
  let dark = 0;
  for (let a = 0; a < size; a++) {
    for (const cell of [(b: number) => rows[a]?.[b], (b: number) => rows[b]?.[a]]) {
      let run = 0;
      for (let b = 0; b < size; b++) {
        run = b > 0 && cell(b) === cell(b - 1) ? run + 1 : 1;
        if (run === 5) score += 3;
        else if (run > 5) score++;
      }
    }
    dark += rows[a]?.filter(Boolean).length ?? 0;
  }
  return score + Math.floor(Math.abs(dark / size ** 2 - 0.5) * 20) * 10;
}

/** The modules of the smallest code that holds the text; true is dark. Throws when the text is too long (2,953 bytes). */
export function encodeQr(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  let version = 1;
  while (version <= 40 && dataBytes(version) * 8 < 4 + (version < 10 ? 8 : 16) + bytes.length * 8) version++;
  if (version > 40) throw new RangeError("too long for a QR code");
  const words = codewords(bytes, version);
  const codes = masks.map((_, mask) => fill(patterns(version, mask), words, mask));
  return codes.reduce((best, code) => penalty(code) < penalty(best) ? code : best);
}
