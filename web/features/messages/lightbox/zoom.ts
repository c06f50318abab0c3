// How large a picture is shown: whole at first, then as large as one wants, around the point one looks at. Pure.

export interface Size {
  width: number;
  height: number;
}
/** One step of the keys, and so much of a wheel's px. */
export const STEP = 1.25;
const WHEEL = 0.0022;
/** A phone's double press makes what fills it so much larger. */
const CLOSER = 2.5;
const MAX = 4;

/** The scale at which the whole picture is seen; a small one is not made larger. */
export const wholeScale = (picture: Size, view: Size): number =>
  Math.min(1, view.width / picture.width, view.height / picture.height);

/** The scale at which words on it can be read: its own size where its width fits, else clearly larger than whole. */
export const closeScale = (picture: Size, view: Size): number =>
  Math.max(wholeScale(picture, view) * CLOSER, Math.min(1, view.width / picture.width));

/** Between whole and so large that nothing more is to be seen. */
export const clampScale = (scale: number, picture: Size, view: Size): number => {
  const whole = wholeScale(picture, view);
  return Math.min(Math.max(scale, whole), Math.max(MAX, whole * MAX));
};

/** The scale after a turn of the wheel by so many px; away from oneself is nearer to the picture. */
export const wheeled = (scale: number, px: number): number => scale * Math.exp(-px * WHEEL);

/**
 * How far one axis is scrolled so that the point at `at` px of the view stays where it is. `length` is the picture's own,
 * `scroll` how far it is scrolled before.
 */
export function scrolled(
  at: number,
  length: number,
  view: number,
  scroll: number,
  before: number,
  after: number,
): number {
  // What is smaller than the view stands in its middle.
  const edge = (scale: number) => Math.max(0, (view - length * scale) / 2);
  const point = (scroll + at - edge(before)) / before;
  return Math.max(0, Math.min(point * after + edge(after) - at, length * after - view));
}
