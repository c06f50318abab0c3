// The second net for secrets, behind the marks of the contracts: what is called like one or looks like one is hidden in trails and
// logs, wherever it stands.

/** Names, in small letters and without signs: of keys, cards and certificates, and of what browsers are rung by. */
const NAMES =
  /passw|pwd$|token|secret|keys?$|authorization|credential|certificate|cert$|pfx$|cookie|jsoncontent|nameoncard|card(number|holder|expir|code)|^(cardno|pan|cvv2?|cvc2?|securitycode|expirationdate|expiry|expmonth|expyear|endpoint|p256dh|auth|pin)$/;
/** Counts of words, called like secrets. */
const HARMLESS = /^(max|min|used|input|output|total)?tokens$/;

/** Values: who signs in at an address, what is given in its query, headers, keys and certificates as text. */
const VALUES: [RegExp, string][] = [
  [/-----BEGIN [A-Z0-9 ]+-----[\s\S]*?(-----END [A-Z0-9 ]+-----|$)/g, "[hidden]"],
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#@"']+@/gi, "$1[hidden]@"],
  [
    /([?&#;](?:[\w.-]*(?:token|secret|password|passwd|pwd|signature|credential|authorization)|(?:[\w.-]*[-_.])?(?:key|sig|auth|code)|apikey)s?=)[^\s&#;"']+/gi,
    "$1[hidden]",
  ],
  [/\b(Bearer\s+)[\w.~+/=-]{8,}/gi, "$1[hidden]"],
  [/\b(Basic\s+)(?=[A-Za-z0-9+/]*[0-9=])[A-Za-z0-9+/]{12,}={0,2}/g, "$1[hidden]"],
];
const HIDDEN = "[hidden]";

/** Whether a field of this name is taken for a secret. */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  return NAMES.test(plain) && !HARMLESS.test(plain);
}

/** A copy of the value in which everything that is called like a secret, or looks like one, is hidden. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === "string") return withoutSecretsInText(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  // Times, addresses: what they are as JSON.
  if ("toJSON" in value && typeof value.toJSON === "function") return withoutSecrets(value.toJSON());
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, isSecretName(name) && field ? HIDDEN : withoutSecrets(field)]),
  );
}

function withoutSecretsInText(text: string): string {
  const inside = asJson(text);
  if (inside !== undefined) {
    const hidden = withoutSecrets(inside);
    if (JSON.stringify(hidden) !== JSON.stringify(inside)) return JSON.stringify(hidden);
  }
  return VALUES.reduce((changed, [pattern, instead]) => changed.replace(pattern, instead), text);
}
/** What a text holds that is JSON: a service's credentials are pasted as such. */
function asJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
