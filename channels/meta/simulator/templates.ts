// Approved texts at the stand-in: listed page by page, and refused as Meta refuses them.
import { z } from "zod";
import type { Request } from "./graph.ts";
import type { State } from "./state.ts";

/** The account's texts, a few a page. */
export function templatesAnswer(state: State, { query }: Request): Response {
  const from = Number(query.get("after") ?? 0);
  const next = from + Math.min(Number(query.get("limit") ?? 25), TEMPLATES_PER_ANSWER);
  const more = next < state.templates.length;
  return Response.json({
    data: state.templates.slice(from, next).map((template, at) => ({ ...template, id: String(from + at + 1) })),
    paging: {
      cursors: { before: String(from), after: String(next) },
      ...(more ? { next: "https://graph.facebook.com/next" } : {}),
    },
  });
}
/** Small, so that every reader has to turn the page. */
const TEMPLATES_PER_ANSWER = 4;

const Parameter = z.looseObject({ type: z.string(), text: z.string().optional() });
const Sent = z.object({
  name: z.string(),
  language: z.object({ code: z.string() }),
  components: z.array(z.looseObject({ type: z.string(), parameters: z.array(Parameter) })).default([]),
});
const holes = (text: unknown) => new Set(typeof text === "string" ? text.match(/\{\{\w+\}\}/g) : []).size;

/** The code with which Meta refuses a text, or the name and the uploaded file of one that it takes. */
export function judgeTemplate(state: State, raw: unknown): { code: number } | { name: string; mediaId?: string } {
  const sent = Sent.safeParse(raw).data;
  if (!sent) return { code: 132012 };
  const found = state.templates.find(({ name, language }) => name === sent.name && language === sent.language.code);
  if (!found) return { code: 132001 };
  if (found.status === "PAUSED") return { code: 132015 };
  if (found.status === "DISABLED") return { code: 132016 };
  if (found.status !== "APPROVED") return { code: 132001 };
  const given = (type: string) => sent.components.find((one) => one.type === type)?.parameters ?? [];
  const body = found.components.find(({ type }) => type === "BODY");
  if (given("body").length !== holes(body?.text)) return { code: 132000 };
  if (given("body").some(({ text }) => !text?.trim())) return { code: 131008 };
  const header = found.components.find(({ type }) => type === "HEADER");
  const kind = String(header?.format ?? "TEXT").toLowerCase();
  if (kind === "text") {
    return given("header").length === holes(header?.text) ? { name: found.name } : { code: 132000 };
  }
  const [file] = given("header");
  const media = file?.type === kind ? z.looseObject({ id: z.string() }).safeParse(file[kind]).data : undefined;
  return media ? { name: found.name, mediaId: media.id } : { code: 132012 };
}
