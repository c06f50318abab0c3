// A channel's settings as its JSON schema describes them, in the few shapes a form can draw.
export interface Setting {
  key: string;
  kind: "text" | "long" | "number" | "switch" | "choice" | "list" | "colour";
  required: boolean;
  /** Write-only: never comes back from the server. */
  secret: boolean;
  choices: string[];
  initial: unknown;
  max?: number;
}
interface Property {
  type?: string | string[];
  enum?: unknown[];
  default?: unknown;
  secret?: boolean;
  format?: string;
  pattern?: string;
  maxLength?: number;
  anyOf?: Property[];
  /** Kept by the server, not for people. */
  hidden?: boolean;
}
const LONG = 300;

function kindOf(property: Property): Setting["kind"] | undefined {
  if (property.enum) return "choice";
  const type = Array.isArray(property.type) ? property.type.find((entry) => entry !== "null") : property.type;
  if (type === "boolean") return "switch";
  if (type === "number" || type === "integer") return "number";
  if (type === "array") return "list";
  if (type === "string") {
    if (property.format === "color" || property.pattern?.startsWith("^#[")) return "colour";
    return (property.maxLength ?? 0) > LONG && !property.secret ? "long" : "text";
  }
  return undefined;
}

/** The settings a person can fill in, in the schema's order. What a form cannot draw is left to the server. */
export function settingsOf(schema: Record<string, unknown>): Setting[] {
  const properties = (schema.properties ?? {}) as Record<string, Property>;
  const required = (schema.required ?? []) as string[];
  return Object.entries(properties).flatMap(([key, raw]): Setting[] => {
    const property = raw.anyOf?.find((option) => kindOf(option))
      ? { ...raw, ...raw.anyOf.find((o) => kindOf(o)) }
      : raw;
    const kind = kindOf(property);
    if (!kind || raw.hidden) return [];
    return [{
      key,
      kind,
      required: required.includes(key) && raw.default === undefined,
      secret: raw.secret === true,
      choices: (property.enum ?? []).map(String),
      initial: raw.default,
      max: property.maxLength,
    }];
  });
}

/** The settings to send: empty secrets are left out, so that the stored ones stay. */
export function settingsToSend(settings: readonly Setting[], values: Record<string, unknown>): Record<string, unknown> {
  const entries = settings.map(({ key, kind, secret, required }): [string, unknown] => {
    const value = values[key];
    if (kind === "list" && typeof value === "string") {
      return [
        key,
        value.split(/[\n,]/).map((v) => v.trim()).filter(Boolean),
      ];
    }
    if (kind === "number") return [key, value === "" || value === undefined ? undefined : Number(value)];
    if (value === "" && (secret || !required)) return [key, undefined];
    return [key, value];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
