// Passkeys in the browser; their library loads only when one is used.

type Options = Record<string, unknown>;
/** A device's answer, as the contract takes it. */
interface DeviceAnswer {
  id: string;
  rawId: string;
  type: "public-key";
  response: Record<string, unknown>;
  clientExtensionResults: Record<string, unknown>;
}

/** Whether this browser has passkeys here: they need HTTPS (or this very machine) and a name, not an IP address. */
export function canUsePasskeys(): boolean {
  const named = !/^[\d.]+$|:/.test(location.hostname);
  return named && isSecureContext && "PublicKeyCredential" in globalThis;
}
/** Makes a passkey on this device; null when the person cancels. */
export async function makePasskey(options: Options): Promise<DeviceAnswer | null> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  return await unlessCancelled(() => startRegistration({ optionsJSON: options as never }));
}
/** Signs with a passkey of this device; null when the person cancels. */
export async function signWithPasskey(options: Options): Promise<DeviceAnswer | null> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return await unlessCancelled(() => startAuthentication({ optionsJSON: options as never }));
}

async function unlessCancelled(ask: () => Promise<unknown>): Promise<DeviceAnswer | null> {
  try {
    return await ask() as DeviceAnswer;
  } catch (error) {
    if (error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError")) return null;
    throw error;
  }
}
