// How the built app draws an icon of the library (`icons.vite.ts`): 24 units wide, in the colour of the text around it.
import { type ComponentProps, createElement } from "react";

type Part = [tag: string, attributes: Record<string, string>];

/** Props that give an icon a meaning of its own. */
const NAMED = /^aria-|^(role|title|children)$/;

/** The component of one drawing. Hidden from assistive technology unless it has a meaning of its own. */
export const icon = (parts: Part[]) => (props: ComponentProps<"svg">) =>
  createElement(
    "svg",
    {
      "aria-hidden": Object.keys(props).some((name) => NAMED.test(name)) ? undefined : true,
      width: 24,
      height: 24,
      viewBox: "0 0 24 24",
      fill: "none",
      stroke: "currentColor",
      strokeWidth: 2,
      strokeLinecap: "round",
      strokeLinejoin: "round",
      ...props,
    },
    ...parts.map(([tag, attributes]) => createElement(tag, attributes)),
    props.children,
  );
