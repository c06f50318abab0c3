// What the stand-in for graph.facebook.com remembers: pages and numbers, accepted messages, files, and the faults to play.
import { z } from "zod";

/** Faults of sending, until changed. `times` counts down; without it a fault stays. All times in ms. */
export const Faults = z.object({
  /** Accept the message, then end the connection without a word, or break off in the middle of the answer. */
  drop: z.object({ times: z.number().optional(), at: z.enum(["connection", "answer"]).default("connection") })
    .optional(),
  /** Wait before accepting, and before answering what was accepted. */
  delayMs: z.number().default(0),
  answerDelayMs: z.number().default(0),
  /** 429 with Retry-After, in s. */
  rateLimit: z.object({ retryAfter: z.number(), times: z.number().optional() }).optional(),
  /** A Graph error. */
  error: z.object({
    code: z.number(),
    subcode: z.number().optional(),
    status: z.number().default(400),
    times: z.number().optional(),
  }).optional(),
  /** Share of sends answered 500 without being accepted, 0 to 1. */
  failShare: z.number().default(0),
  /** Everything but approved texts is refused: nobody has written for a day. */
  windowClosed: z.boolean().default(false),
  /** Every webhook is posted twice. */
  replay: z.boolean().default(false),
  /** What belongs to one message (echo, statuses) is posted in the wrong order. */
  reorder: z.boolean().default(false),
});
export type Faults = z.infer<typeof Faults>;

/** The address for webhooks that the stand-in makes by itself. */
export const Target = z.object({
  url: z.url(),
  secret: z.string().min(1),
  /** The webhooks that follow an accepted message. */
  auto: z.array(z.enum(["echo", "sent", "delivered", "read"])).default(["echo", "sent", "delivered", "read"]),
});
export type Target = z.infer<typeof Target>;

export const Page = z.object({
  id: z.string(),
  name: z.string(),
  access_token: z.string(),
  tasks: z.array(z.string()),
  instagram_business_account: z.object({ id: z.string(), username: z.string(), name: z.string() }).optional(),
});
export type Page = z.infer<typeof Page>;

/** A template as Meta answers it. */
export const SimulatedTemplate = z.object({
  name: z.string(),
  language: z.string(),
  category: z.string(),
  status: z.string(),
  components: z.array(z.looseObject({ type: z.string() })),
});
export type SimulatedTemplate = z.infer<typeof SimulatedTemplate>;

export interface StoredFile {
  bytes: Uint8Array<ArrayBuffer>;
  mimeType: string;
  fileName: string;
}
export interface AcceptedMessage {
  externalId: string;
  key?: string;
  /** Page id or phone number id in the call's path. */
  account: string;
  to: string;
  whatsapp: boolean;
  kind: string;
  text?: string;
  quotedId?: string;
  file?: StoredFile;
  /** The approved text that it was, by name. */
  template?: string;
  at: number;
}

/** Tokens that begin so are expired: every call with one answers error 190. */
export const DEAD_TOKEN = "dead";
export const PAGES_PER_ANSWER = 2;

const aurora = { id: "17841400000000501", username: "padaria.aurora", name: "Padaria Aurora" };
const ipe = { id: "17841400000000502", username: "oficina.ipe", name: "Oficina Ipê" };
/** The fictional pages of the fixtures, one that its person may not answer for, and a third page of answers. */
const firstPages: Page[] = [
  {
    id: "100200300400501",
    name: "Padaria Aurora",
    access_token: "page-token-501",
    tasks: ["MESSAGING", "MODERATE"],
    instagram_business_account: aurora,
  },
  {
    id: "100200300400502",
    name: "Oficina Ipê",
    access_token: "page-token-502",
    tasks: ["MESSAGING"],
    instagram_business_account: ipe,
  },
  { id: "100200300400503", name: "Só leitura", access_token: "page-token-503", tasks: ["ANALYZE"] },
  { id: "100200300400504", name: "Livraria Sol", access_token: "page-token-504", tasks: ["MESSAGING"] },
];

/** The approved text of the fixtures, and one in each state in which Meta refuses it. */
const firstTemplates: SimulatedTemplate[] = [
  {
    ...{ name: "pedido_saiu", language: "pt_BR", category: "UTILITY", status: "APPROVED" },
    components: [
      { type: "BODY", text: "Olá {{1}}, o pedido {{2}} saiu para entrega." },
      { type: "FOOTER", text: "Padaria Aurora" },
      { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Obrigado" }] },
    ],
  },
  {
    ...{ name: "novidades", language: "pt_BR", category: "MARKETING", status: "APPROVED" },
    components: [{ type: "HEADER", format: "IMAGE" }, { type: "BODY", text: "Pão novo, {{nome}}!" }],
  },
  ...["PAUSED", "DISABLED", "PENDING", "REJECTED"].map((status) => ({
    ...{ name: `promo_${status.toLowerCase()}`, language: "pt_BR", category: "MARKETING", status },
    components: [{ type: "BODY", text: "Só hoje" }],
  })),
];

export class State {
  templates: SimulatedTemplate[] = structuredClone(firstTemplates);
  appId = "512300000000001";
  faults: Faults = Faults.parse({});
  target: Target | null = null;
  pages: Page[] = structuredClone(firstPages);
  readonly accepted: AcceptedMessage[] = [];
  readonly files = new Map<string, StoredFile>();
  /** Pages and business accounts our app is subscribed to. */
  readonly subscribed = new Set<string>();
  /** Person → the Instagram account they wrote to; everybody else is on Messenger. */
  readonly instagram = new Map<string, string>();
  /** Reactions, typing, read marks and the like, as they came. */
  readonly actions: Record<string, unknown>[] = [];
  readonly posted = { delivered: 0, refused: 0, pending: 0, givenUp: 0 };
  /** Rises with each reset, so that posts begun before it are dropped. */
  generation = 0;
  #ids = 0;

  /** An id that no other run of the stand-in has. */
  id(prefix: string): string {
    return `${prefix}${Date.now().toString(36)}${(++this.#ids).toString(36)}${crypto.randomUUID().slice(0, 8)}`;
  }
  store(file: StoredFile): string {
    const id = `${Date.now()}${++this.#ids}`;
    this.files.set(id, file);
    return id;
  }
  /** Whether a fault with a counter applies now; counts it down. */
  takes(fault: { times?: number } | undefined): boolean {
    if (!fault || fault.times === 0) return false;
    if (fault.times !== undefined) fault.times--;
    return true;
  }
  reset(): void {
    this.generation++;
    this.faults = Faults.parse({});
    this.target = null;
    this.pages = structuredClone(firstPages);
    this.templates = structuredClone(firstTemplates);
    for (const memory of [this.files, this.subscribed, this.instagram]) memory.clear();
    this.accepted.length = this.actions.length = 0;
    Object.assign(this.posted, { delivered: 0, refused: 0, givenUp: 0 });
  }
}
