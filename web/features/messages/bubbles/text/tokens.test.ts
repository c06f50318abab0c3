import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Token, tokenize, typedText } from "./tokens.ts";

const kinds = (text: string) => tokenize(text).map((token) => token.kind);
const links = (tokens: Token[]): string[] =>
  tokens.flatMap((token) => token.kind === "link" ? [token.href] : "children" in token ? links(token.children) : []);
const messy = fc.array(
  fc.oneof(
    fc.constantFrom("*", "_", "~", "`", "```", " ", "\n", "(", ")", ".", ",", "https://", "www.", "+55 11 99999-0000"),
    fc.constantFrom("javascript:alert(1)", "a@b.com", "site.com.br", "<b>", "&amp;", "*_~x~_*"),
    fc.string({ unit: "grapheme", maxLength: 8 }),
  ),
  { maxLength: 40 },
).map((parts) => parts.join(""));

describe("tokenize", () => {
  it("loses and adds nothing, whatever is typed", () => {
    fc.assert(
      fc.property(messy, (text) => {
        expect(typedText(tokenize(text))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it("leads nowhere but to http, https, mailto and tel", () => {
    fc.assert(
      fc.property(messy, (text) => {
        for (const href of links(tokenize(text))) expect(href).toMatch(/^(https?:\/\/|mailto:|tel:)/i);
      }),
      { numRuns: 500 },
    );
  });

  it("formats what stands alone and leaves the rest as typed", () => {
    expect(kinds("*negrito* e _itálico_ e ~riscado~")).toEqual(["bold", "text", "italic", "text", "strike"]);
    expect(kinds("2*3*4 snake_case_name * solto * **")).toEqual(["text"]);
    expect(kinds("*linha\nseguinte*")).toEqual(["text"]);
    expect(tokenize("```a *b* c```")).toEqual([{ kind: "mono", text: "a *b* c" }]);
    expect(tokenize("*_os dois_*")).toEqual([
      {
        kind: "bold",
        marks: "*",
        children: [{ kind: "italic", marks: "_", children: [{ kind: "text", text: "os dois" }] }],
      },
    ]);
  });

  it("finds links and leaves the sentence around them alone", () => {
    expect(links(tokenize("veja https://a.com/b_c_d?x=1."))).toEqual(["https://a.com/b_c_d?x=1"]);
    expect(links(tokenize("(www.exemplo.com.br) e loja.com.br/p"))).toEqual([
      "https://www.exemplo.com.br",
      "https://loja.com.br/p",
    ]);
    expect(links(tokenize("ana@exemplo.com, +55 11 98888-7777"))).toEqual([
      "mailto:ana@exemplo.com",
      "tel:+5511988887777",
    ]);
    expect(links(tokenize("javascript:alert(1) data:text/html,x"))).toEqual([]);
  });

  it("reads a long line of marks quickly", () => {
    const began = performance.now();
    tokenize("*a ".repeat(1300));
    tokenize("_".repeat(4000));
    expect(performance.now() - began).toBeLessThan(500);
  });
});
