// Files that are programs, or would be if a browser opened them as their claimed type. Each calls ran(1) if it runs.
import { gzipSync } from "node:zlib";

export interface HostileFile {
  name: string;
  /** The type the sender claims. */
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** The type under which the product stores it. */
  stored: string;
  /** Whether the page shows it; other files are only offered for download. */
  inline?: true;
}
const text = (words: string) => new TextEncoder().encode(words) as Uint8Array<ArrayBuffer>;
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts)) as Uint8Array<ArrayBuffer>;
const PAGE = "<!doctype html><script>ran(1)</script><img src=x onerror=ran(1)>";
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="ran(1)"><script>ran(1)</script></svg>';
const XHTML = '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>ran(1)</script></html>';
const XSLT =
  '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#s"?><!DOCTYPE x [<!ATTLIST xsl:stylesheet id ID #REQUIRED>]><x><xsl:stylesheet id="s" version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><html xmlns="http://www.w3.org/1999/xhtml"><script>ran(1)</script></html></xsl:template></xsl:stylesheet></x>';
const PDF =
  "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(ran\\(1\\);app.alert\\(1\\))>>>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF";
/** A picture of 1 × 1, followed by these bytes. */
export const GIF = joined(
  text("GIF89a"),
  Uint8Array.of(
    1,
    0,
    1,
    0,
    0x80,
    0,
    0,
    0,
    0,
    0,
    255,
    255,
    255,
    0x2c,
    0,
    0,
    0,
    0,
    1,
    0,
    1,
    0,
    0,
    2,
    2,
    0x44,
    1,
    0,
    0x3b,
  ),
);
const PNG = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
);
const wide = new Uint8Array(new Uint16Array([0xfeff, ...[...PAGE].map((sign) => sign.charCodeAt(0))]).buffer);

export const hostileFiles: readonly HostileFile[] = [
  { name: "logo.svg", type: "image/svg+xml", bytes: text(SVG), stored: "text/plain" },
  { name: "logo.svgz", type: "image/svg+xml", bytes: joined(gzipSync(SVG)), stored: "application/gzip" },
  { name: "page.html", type: "text/html", bytes: text(PAGE), stored: "text/plain" },
  { name: "page.xhtml", type: "application/xhtml+xml", bytes: text(XHTML), stored: "application/xml" },
  { name: "page.xml", type: "text/xml", bytes: text(XSLT), stored: "application/xml" },
  { name: "page.mhtml", type: "multipart/related", bytes: text(`MIME-Version: 1.0\n\n${PAGE}`), stored: "text/plain" },
  { name: "wide.html", type: "text/html", bytes: wide, stored: "application/octet-stream" },
  { name: "code.js", type: "text/javascript", bytes: text("ran(1)"), stored: "text/plain" },
  { name: "card.vcf", type: "text/vcard", bytes: text(`BEGIN:VCARD\nFN:${PAGE}\nEND:VCARD`), stored: "text/vcard" },
  { name: "form.pdf", type: "application/pdf", bytes: text(PDF), stored: "application/pdf" },
  { name: "picture.png", type: "image/png", bytes: text(PAGE), stored: "text/plain" },
  { name: "picture.png.html", type: "image/png", bytes: text(PAGE), stored: "text/plain" },
  { name: "picture.html.png", type: "text/html", bytes: joined(PNG, text(PAGE)), stored: "image/png", inline: true },
  {
    name: "picture.js",
    type: "text/html",
    bytes: joined(GIF, text(`/*${PAGE}*/=1;ran(1)`)),
    stored: "image/gif",
    inline: true,
  },
  { name: "song.mp3", type: "audio/mpeg", bytes: text(SVG), stored: "text/plain" },
];
