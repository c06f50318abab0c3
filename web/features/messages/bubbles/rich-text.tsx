import { memo, type ReactNode } from "react";
import { type Token, tokenize } from "./tokens.ts";

const link =
  "underline decoration-current/40 underline-offset-2 hover:decoration-current text-primary-fg wrap-anywhere";

function draw(tokens: readonly Token[]): ReactNode[] {
  return tokens.map((token, index) => {
    if (token.kind === "text") return token.text;
    if (token.kind === "mono") {
      return (
        <code key={index} className="rounded-[4px] bg-hover px-1 font-mono text-[0.93em] whitespace-pre-wrap">
          {token.text}
        </code>
      );
    }
    if (token.kind === "link") {
      const outside = token.href.startsWith("http");
      return (
        <a
          key={index}
          href={token.href}
          className={link}
          {...(outside && { target: "_blank", rel: "noopener noreferrer nofollow" })}
        >
          {token.text}
        </a>
      );
    }
    const children = draw(token.children);
    if (token.kind === "bold") return <strong key={index} className="font-600">{children}</strong>;
    return token.kind === "italic" ? <em key={index}>{children}</em> : <s key={index}>{children}</s>;
  });
}

/** A message's words, formatted as WhatsApp does. No HTML is ever made from them. */
export const RichText = memo(function RichText({ text }: { text: string }) {
  return <span className="whitespace-pre-wrap wrap-anywhere">{draw(tokenize(text))}</span>;
});
