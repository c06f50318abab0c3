// Videos of YouTube: their code in the addresses that people paste (docs/product/helps.md#videos).

const CODE = /^[\w-]{11}$/;

/** The video of a YouTube address in any of its forms; null for other addresses. */
export function videoOf(href: string): string | null {
  const url = URL.parse(href);
  const host = url?.hostname.replace(/^(www|m|music)\./, "");
  const id = host === "youtu.be"
    ? url?.pathname.slice(1)
    : host === "youtube.com" || host === "youtube-nocookie.com"
    ? url?.searchParams.get("v") ?? /^\/(?:shorts|embed|live)\/([^/]+)/.exec(url?.pathname ?? "")?.[1]
    : null;
  return id && CODE.test(id) ? id : null;
}

/** The code that somebody typed, or that of the address they pasted, with or without `https://`; null where it is neither. */
export function videoCode(typed: string): string | null {
  const word = typed.trim();
  return CODE.test(word) ? word : videoOf(word) ?? videoOf(`https://${word}`);
}
