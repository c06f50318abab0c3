// A sheet on the first screen: its file comes after it, or with the first opening.
import { type ComponentProps, useState } from "react";
import { onDemand } from "../core/app-files/on-demand.ts";
import type { Sheet } from "../ui/sheet.tsx";

const Loaded = onDemand(() => import("../ui/sheet.tsx").then((module) => module.Sheet));

/** The same as `Sheet`. */
export function LateSheet(props: ComponentProps<typeof Sheet>) {
  const [asked, setAsked] = useState(props.open);
  if (props.open && !asked) setAsked(true);
  return asked && <Loaded {...props} />;
}
