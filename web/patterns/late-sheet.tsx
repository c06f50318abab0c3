// A sheet on the first screen: its file comes after it, or with the first opening.
import { type ComponentProps, lazy, Suspense, useState } from "react";
import type { Sheet } from "../ui/sheet.tsx";

const Loaded = lazy(() => import("../ui/sheet.tsx").then((module) => ({ default: module.Sheet })));

/** The same as `Sheet`. */
export function LateSheet(props: ComponentProps<typeof Sheet>) {
  const [asked, setAsked] = useState(props.open);
  if (props.open && !asked) setAsked(true);
  return asked && (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
