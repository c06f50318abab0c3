import { Fragment, memo, type ReactNode } from "react";
import { runsLeftwards } from "../../../../core/words/direction.ts";
import { cn } from "../../../../ui/cn.ts";
import { namesAt } from "../../composer/mention/match.ts";
import { type Token, tokenize } from "./tokens.ts";

const link =
  "underline decoration-current/40 underline-offset-2 hover:decoration-current text-primary-fg wrap-anywhere";

const nobody: readonly string[] = [];

/** A colleague's name in a note stands out. */
function withNames(text: string, names: readonly string[], key: number): ReactNode {
  const found = names.length > 0 ? namesAt(text, names) : [];
  if (found.length === 0) return text;
  let from = 0;
  const parts = found.flatMap((at) => {
    const before = text.slice(from, at.from);
    from = at.to;
    return [
      before,
      <span key={at.from} data-mention className="rounded-[4px] bg-note/15 px-0.5 font-600">
        {text.slice(at.from, at.to)}
      </span>,
    ];
  });
  return <Fragment key={key}>{parts}{text.slice(from)}</Fragment>;
}

function draw(tokens: readonly Token[], names: readonly string[]): ReactNode[] {
  return tokens.map((token, index) => {
    if (token.kind === "text") return withNames(token.text, names, index);
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
    const children = draw(token.children, names);
    if (token.kind === "bold") return <strong key={index} className="font-600">{children}</strong>;
    return token.kind === "italic" ? <em key={index}>{children}</em> : <s key={index}>{children}</s>;
  });
}

/** A message's words, formatted as WhatsApp does. No HTML is ever made from them. */
export const RichText = memo(function RichText({ text, names = nobody }: { text: string; names?: readonly string[] }) {
  // Right to left it needs an edge of its own to begin at; left to right the time stands in its last line.
  const leftwards = runsLeftwards(text);
  return (
    <span
      dir={leftwards ? "rtl" : "auto"}
      className={cn("whitespace-pre-wrap wrap-anywhere", leftwards && "block")}
    >
      {draw(tokenize(text), names)}
    </span>
  );
});
