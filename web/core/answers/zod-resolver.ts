// react-hook-form's zod resolver, for schemas of the contract, which the build records instead of making them.
import { zodResolver as resolver } from "@hookform/resolvers/zod";
import "./zod.ts";
import { realize } from "./schema-recorder.ts";

export const zodResolver =
  ((schema: unknown, ...rest: unknown[]) =>
    (resolver as unknown as (...args: unknown[]) => unknown)(realize(schema), ...rest)) as typeof resolver;
