// A red dot on the tab's icon while something is unread and no app icon can say how much: a second icon, which the browser
// prefers to the one before it. The first stays the brand's.
const SIZE = 64;
const DOT = "#e0362c";
let wanted = false;
let dotted: HTMLLinkElement | undefined;

async function drawn(from: string): Promise<string> {
  const picture = new Image(SIZE, SIZE);
  picture.src = from;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  pen.drawImage(picture, 0, 0, SIZE, SIZE);
  pen.fillStyle = DOT;
  pen.beginPath();
  pen.arc(SIZE - 18, 18, 17, 0, 2 * Math.PI);
  pen.fill();
  return canvas.toDataURL("image/png");
}

/** Shows or takes away the dot. An icon that cannot be drawn on stays as it is. */
export async function dotFavicon(on: boolean): Promise<void> {
  if (on === wanted) return;
  wanted = on;
  dotted?.remove();
  const own = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!on || !own) return;
  const href = await drawn(own.href).catch(() => null);
  if (!href || !wanted) return;
  dotted?.remove();
  dotted = Object.assign(document.createElement("link"), { rel: "icon", type: "image/png", href });
  own.after(dotted);
}
