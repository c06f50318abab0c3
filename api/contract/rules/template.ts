// Texts that a provider has approved for writing outside the reply window, as the Cloud API describes them: what has to be filled in, how
// a customer sees it, and what is told to the provider.
import { z } from "zod";

const Button = z.object({ type: z.string(), text: z.string().catch(""), url: z.string().optional().catch(undefined) })
  .loose();
export const TemplateComponent = z.object({
  /** HEADER, BODY, FOOTER, BUTTONS. */
  type: z.string(),
  /** Of a header: TEXT, IMAGE, VIDEO, DOCUMENT, LOCATION. */
  format: z.string().optional().catch(undefined),
  text: z.string().optional().catch(undefined),
  buttons: z.array(Button).optional().catch(undefined),
});
export type TemplateComponent = z.infer<typeof TemplateComponent>;
/** A place to be filled in. `key` names it in a call: `header.1`, `body.2`, `body.nome`, `button.0`. */
export interface Hole {
  key: string;
  part: "header" | "body" | "button";
  /** As it stands in the text: `1`, `nome`. */
  name: string;
}
const HOLE = /\{\{\s*(\w+)\s*\}\}/g;
const namesIn = (text: string) => [...new Set([...text.matchAll(HOLE)].map(([, name]) => name!))];
/** What a provider tells of a text, as far as it is understood: odd parts are left out. */
export const componentsIn = (told: readonly unknown[]): TemplateComponent[] =>
  told.flatMap((one) => TemplateComponent.safeParse(one).data ?? []);
const part = (components: readonly TemplateComponent[], type: string) => components.find((one) => one.type === type);
const headerText = (components: readonly TemplateComponent[]) => {
  const header = part(components, "HEADER");
  return header && (header.format ?? "TEXT") === "TEXT" ? header.text ?? "" : "";
};

/** The kind of file its header wants; null: none. */
export function headerFile(components: readonly TemplateComponent[]): "image" | "video" | "document" | null {
  const format = part(components, "HEADER")?.format?.toLowerCase();
  return format === "image" || format === "video" || format === "document" ? format : null;
}
/** Whether all of it is known here: authentication codes, places, carousels and the like are not. */
export function isKnown(
  { category, components }: { category: string; components: readonly TemplateComponent[] },
): boolean {
  const format = part(components, "HEADER")?.format ?? "TEXT";
  const buttons = part(components, "BUTTONS")?.buttons ?? [];
  return category !== "AUTHENTICATION" && ["TEXT", "IMAGE", "VIDEO", "DOCUMENT"].includes(format) &&
    components.every(({ type }) => ["HEADER", "BODY", "FOOTER", "BUTTONS"].includes(type)) &&
    buttons.every(({ type }) => ["QUICK_REPLY", "URL", "PHONE_NUMBER"].includes(type));
}

/** The places to be filled in, in the order in which they are read. */
export function holesOf(components: readonly TemplateComponent[]): Hole[] {
  const of = (place: "header" | "body", text: string): Hole[] =>
    namesIn(text).map((name) => ({ key: `${place}.${name}`, part: place, name }));
  const buttons = (part(components, "BUTTONS")?.buttons ?? []).flatMap((button, at): Hole[] =>
    button.type === "URL" && namesIn(button.url ?? "").length > 0
      ? [{ key: `button.${at}`, part: "button", name: button.text }]
      : []
  );
  return [...of("header", headerText(components)), ...of("body", part(components, "BODY")?.text ?? ""), ...buttons];
}

/** The places that have no value: WhatsApp refuses empty ones. */
export function missingIn(
  components: readonly TemplateComponent[],
  values: Readonly<Record<string, string>>,
): string[] {
  return holesOf(components).map(({ key }) => key).filter((key) => !Object.hasOwn(values, key) || !values[key]!.trim());
}

/** What the customer reads: header, text and footer, each on its own lines. A place without a value stays as it is written. */
export function readAs(components: readonly TemplateComponent[], values: Readonly<Record<string, string>>): string {
  const fill = (place: string, text: string) =>
    text.replace(HOLE, (whole, name) => {
      const key = `${place}.${name}`;
      return Object.hasOwn(values, key) && values[key]!.trim() ? values[key]!.trim() : whole;
    });
  const header = fill("header", headerText(components));
  return [header && `*${header}*`, fill("body", part(components, "BODY")?.text ?? ""), part(components, "FOOTER")?.text]
    .filter(Boolean).join("\n\n");
}
/** The words on its buttons. */
export const buttonsOf = (components: readonly TemplateComponent[]): string[] =>
  (part(components, "BUTTONS")?.buttons ?? []).map(({ text }) => text);

/** The filled places as the provider wants them; a header's file is added by who has uploaded it. */
export function filled(
  components: readonly TemplateComponent[],
  values: Readonly<Record<string, string>>,
): Record<string, unknown>[] {
  const holes = holesOf(components);
  const parameters = (place: Hole["part"]) =>
    holes.filter((hole) => hole.part === place).map(({ key, name }) => ({
      type: "text",
      text: (values[key] ?? "").trim(),
      ...(/^\d+$/.test(name) ? {} : { parameter_name: name }),
    }));
  const texts = (["header", "body"] as const).map((place) => ({ type: place, parameters: parameters(place) }))
    .filter((one) => one.parameters.length > 0);
  const buttons = holes.filter((hole) => hole.part === "button").map(({ key }) => ({
    ...{ type: "button", sub_type: "url", index: key.slice("button.".length) },
    parameters: [{ type: "text", text: (values[key] ?? "").trim() }],
  }));
  return [...texts, ...buttons];
}
