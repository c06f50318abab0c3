import { expect, test } from "vitest";
import {
  buttonsOf,
  filled,
  headerFile,
  holesOf,
  isKnown,
  missingIn,
  readAs,
  type TemplateComponent,
} from "./template.ts";

const order: TemplateComponent[] = [
  { type: "HEADER", format: "TEXT", text: "Pedido {{1}}" },
  { type: "BODY", text: "Olá {{1}}, o pedido {{2}} de {{1}} saiu." },
  { type: "FOOTER", text: "Padaria Aurora" },
  {
    type: "BUTTONS",
    buttons: [{ type: "QUICK_REPLY", text: "Ok" }, { type: "URL", text: "Rastrear", url: "https://a.example/{{1}}" }],
  },
];
const values = { "header.1": "77", "body.1": " Ção ", "body.2": "{{1}}", "button.1": "77" };

test("the places of a template are found once each, in the order in which they are read", () => {
  expect(holesOf(order).map(({ key }) => key)).toEqual(["header.1", "body.1", "body.2", "button.1"]);
  expect(missingIn(order, { ...values, "body.1": "  " })).toEqual(["body.1"]);
  expect(missingIn(order, values)).toEqual([]);
  expect(missingIn([{ type: "BODY", text: "{{constructor}}" }], {})).toEqual(["body.constructor"]);
});

test("a customer reads the filled text, and a value that looks like a place is not filled again", () => {
  expect(readAs(order, values)).toBe("*Pedido 77*\n\nOlá Ção, o pedido {{1}} de Ção saiu.\n\nPadaria Aurora");
  expect(readAs(order, {})).toContain("Olá {{1}}, o pedido {{2}}");
  expect(buttonsOf(order)).toEqual(["Ok", "Rastrear"]);
});

test("the provider is told each place in its part, and names where a template has names", () => {
  expect(filled(order, values)).toEqual([
    { type: "header", parameters: [{ type: "text", text: "77" }] },
    { type: "body", parameters: [{ type: "text", text: "Ção" }, { type: "text", text: "{{1}}" }] },
    { type: "button", sub_type: "url", index: "1", parameters: [{ type: "text", text: "77" }] },
  ]);
  expect(filled([{ type: "BODY", text: "Oi {{nome}}" }], { "body.nome": "Ana" })).toEqual([
    { type: "body", parameters: [{ type: "text", text: "Ana", parameter_name: "nome" }] },
  ]);
  expect(filled([{ type: "BODY", text: "Sem lugares" }], {})).toEqual([]);
});

test("a header of a file wants that file, and what is not known here is said so", () => {
  expect(headerFile([{ type: "HEADER", format: "IMAGE" }])).toBe("image");
  expect(headerFile(order)).toBeNull();
  expect(isKnown({ category: "UTILITY", components: order })).toBe(true);
  expect(isKnown({ category: "AUTHENTICATION", components: order })).toBe(false);
  expect(isKnown({ category: "MARKETING", components: [{ type: "CAROUSEL" }] })).toBe(false);
});
