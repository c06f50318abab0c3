// The errors of fields in words: from the contract's schema, and from the server's `ERR_VALIDATION` details.
import type { TFunction } from "i18next";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError } from "../../../api/contract/client.ts";
import { codeText } from "../../core/words/i18n/i18n.ts";

const known = [
  "required",
  "too_short",
  "too_long",
  "email",
  "number",
  "color",
  "time",
  "token",
  "characters",
  "date_range",
];
const byType: Record<string, string> = { too_small: "too_short", too_big: "too_long", invalid_type: "required" };

interface Mistake {
  type?: string;
  message?: string;
  ref?: unknown;
}

/** The text of a field's error; undefined when the field is fine. */
export function fieldText(t: TFunction, error: Mistake | undefined): string | undefined {
  if (!error) return undefined;
  if (error.type === "code") return codeText(error.message ?? "");
  const empty = (error.ref as { value?: unknown } | undefined)?.value === "";
  const word = empty && error.type !== "server"
    ? "required"
    : known.includes(error.message ?? "")
    ? error.message
    : byType[error.type ?? ""] ?? "invalid";
  return t(`field.${word}`, { ns: "core" });
}

/** Shows a refusal at its field. True if the refusal named one field. */
export function showCode<V extends FieldValues>(
  form: UseFormReturn<V, unknown, unknown>,
  error: unknown,
  fields: Partial<Record<string, Path<V>>>,
): boolean {
  const field = error instanceof ApiError ? fields[error.code] : undefined;
  if (!field || !(error instanceof ApiError)) return false;
  form.setError(field, { type: "code", message: error.code }, { shouldFocus: true });
  return true;
}

/** Shows the server's errors at their fields. True if there were any. */
export function showServerErrors<V extends FieldValues>(
  form: UseFormReturn<V, unknown, unknown>,
  error: unknown,
): boolean {
  if (!(error instanceof ApiError) || !error.body.details?.length) return false;
  for (const { path, message } of error.body.details) {
    form.setError(path.replace(/^body\./, "") as Path<V>, { type: "server", message });
  }
  return true;
}
