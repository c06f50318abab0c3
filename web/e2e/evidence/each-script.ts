// Runs before each browser script, anew for each; the windows are kept in a file of their own, which is read once for all of them.
import { afterEach } from "vitest";
import { windowsShow } from "./windows.ts";

afterEach(async ({ task }) => {
  const last = task.result?.state === "fail" ? task.result.errors?.at(-1) : undefined;
  if (!last) return;
  const told = ["", ...await windowsShow()].join("\n");
  last.message += told;
  // The gate's list of failures has this instead.
  last.stack = `${last.stack ?? ""}${told}`;
});
