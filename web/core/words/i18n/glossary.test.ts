// One word for one thing in each language (docs/glossary.md): texts that people and customers read use no other.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname ?? "", "../../../..");
const foldersIn = (parent: string, texts: string) =>
  readdirSync(join(root, parent), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    .map(({ name }) => join(root, parent, name, texts));
const folders = [
  join(root, "web/core/words/i18n"),
  ...foldersIn("web/features", "i18n"),
  ...foldersIn("channels", "locales"),
];

function textsIn(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as object).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`));
}
function textsOf(language: string): [path: string, text: string][] {
  return folders.flatMap((folder) => {
    let json: string;
    try {
      json = readFileSync(join(folder, `${language}.json`), "utf8");
    } catch {
      return [];
    }
    return textsIn(JSON.parse(json), folder.slice(root.length + 1));
  });
}

/** Former words for things that the glossary now calls by one name, and a text that holds each. */
const refused: Record<string, [pattern: RegExp, example: string][]> = {
  pt: [
    [/\brobôs?(?![\p{L}])/iu, "O robô começou"],
    [/\bchatbots?\b/i, "Chatbot"],
    [/\btickets?\b/i, "Acessar Ticket 12"],
    [/\bon-line\b/i, "2 on-line"],
    [/\betiquetas?\b/i, "Preencher com uma etiqueta"],
  ],
  en: [
    [/\bchatbots?\b/i, "Chatbot started"],
    [/\battend(ant|ants|ing|ed)\b/i, "Waits for an attendant"],
    [/\bwallets?\b|\bportfolios?\b/i, "Follow the customer portfolio"],
    [/\bvacations?\b/i, "Collective vacation"],
    [/\bgoodbye\b|\b(completion|closing) messages?\b/i, "Without a completion message"],
    [/\bticket is taken\b/i, "This ticket is taken"],
  ],
  es: [
    [/\bchatbots?\b|\brobots?\b/i, "Chatbot"],
    // Service hours are *horario de atención* everywhere, and a menu entry may need attention.
    [/(?<!horario de |necesita )\batenci(ón|ones)(?![\p{L}])/iu, "Cerrar la atención"],
    [/\btiques?\b/i, "Tique"],
    [/\bcartera\b/i, "Cartera"],
    [/\bvacaciones\b/i, "Vacaciones colectivas"],
    [/\bmensajes? de cierre\b/i, "Sin mensaje de cierre"],
    // *Usted*, by its pronoun and the imperatives that these screens use.
    [
      /(?<![\p{L}])(usted|toque|abra|elija|confirme|busque|copie|pegue|comparta|revise|suelte|intente|inicie|ingrese|seleccione|vuelva a|haga|cree)(?![\p{L}])/iu,
      "Toque Compartir",
    ],
  ],
  tr: [
    [/sohbet botu|chatbot/i, "Sohbet botu"],
    [/görüşme/i, "Görüşmeyi kapat"],
    [/portföy/i, "Müşteri portföyü"],
    [/toplu tatil/i, "Toplu tatil"],
    [/kapanış mesaj/i, "Kapanış mesajı"],
  ],
};

test.each(Object.keys(refused))("%s uses the glossary's word for each thing", (language) => {
  const texts = textsOf(language);
  expect(texts.length).toBeGreaterThan(500);
  const wrong = refused[language]!.flatMap(([pattern, example]) => {
    expect(example).toMatch(pattern);
    return texts.filter(([, text]) => pattern.test(text)).map(([path, text]) => `${path}: ${text}`);
  });
  expect(wrong).toEqual([]);
});
