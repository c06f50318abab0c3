import { describe, expect, test } from "vitest";
import { factsOf, firstLink } from "./page.ts";

describe("the link of a text that gets a card", () => {
  test.each([
    ["veja https://exemplo.com.br/a?b=1.", "https://exemplo.com.br/a?b=1"],
    ["(www.exemplo.com) e https://outro.com", "https://www.exemplo.com/"],
    ["http://exemplo.com/#parte", "http://exemplo.com/"],
    ["https://a:b@exemplo.com", null],
    ["http://localhost/x", null],
    ["ftp://exemplo.com javascript:alert(1)", null],
    [`https://exemplo.com/${"a".repeat(2100)}`, null],
    ["sem link", null],
  ])("%s", (text, url) => expect(firstLink(text)).toBe(url));
});

describe("the facts of a page", () => {
  test("come from Open Graph first, with entities decoded, in any order of attributes", () => {
    const html = `<html><head><title>Outro</title><meta content="Loja &amp; Cia &#8212; p&#xE3;o" property='og:title'>
      <meta name=description content="Uma  padaria\n de bairro"><meta property="og:image" content="/a.png"></head>`;
    expect(factsOf(html)).toEqual({
      title: "Loja & Cia — pão",
      description: "Uma padaria de bairro",
      site: "",
      image: "/a.png",
    });
  });
  test("leave out scripts, comments, the body and direction marks", () => {
    const html = `<head><!-- <title>a</title> --><script>"<title>b</title>"</script><title>c\u202e&#0;d</title></head>
      <body><meta property="og:title" content="e"><title>f</title>`;
    expect(factsOf(html).title).toBe("c d");
  });
  test("are cut when they are long", () => {
    expect(factsOf(`<title>${"á".repeat(500)}</title>`).title).toHaveLength(200);
  });
});
