// Runs the page's own reading of texts outside a browser, with stand-ins for the few document calls it makes.
class Holder {
  parts: (string | Made)[] = [];
  append(...parts: (string | Made | Holder)[]): void {
    for (const part of parts) {
      this.parts.push(...(part instanceof Holder && !(part instanceof Made) ? part.parts : [part]));
    }
  }
}
class Made extends Holder {
  address?: string;
  constructor(readonly tag: string) {
    super();
  }
  setAttribute(name: string, value: string): void {
    if (name === "href") this.address = value;
  }
  override toString(): string {
    return `<${this.tag} ${this.address ?? this.parts.join("")}>`;
  }
}

/** The page's rendering of a text: plain pieces, and elements as `<tag content>`. */
export async function rich(text: string): Promise<string[]> {
  const stage = globalThis as unknown as { document?: unknown };
  const before = stage.document;
  stage.document = {
    createDocumentFragment: () => new Holder(),
    createElement: (tag: string) => new Made(tag),
  };
  try {
    const words = await import("./page/words.js");
    const out: string[] = [];
    let joins = false;
    for (const part of (words.rich(text) as unknown as Holder).parts) {
      const isText = typeof part === "string";
      if (isText && joins) out.push((out.pop() ?? "") + part);
      else if (!isText || part) out.push(String(part));
      joins = isText && out.length > 0;
    }
    return out.filter((piece) => piece !== "");
  } finally {
    stage.document = before;
  }
}
