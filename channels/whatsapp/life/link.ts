// How a phone comes to agree to this device: it scans a QR, or somebody types a code on it.
import type { OpenSocket } from "../wire/socket.ts";
import type { States } from "./states.ts";

/** What a person asked for: QR codes, or a code for the phone with this number (digits). */
export interface Wish {
  number?: string;
}

/** A code as phones ask for it: `ABCD-EFGH`. */
export function written(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/**
 * Shows what a socket without keys offers. The code is asked for once the first QR came: only then does WhatsApp know this client.
 * `failed` is called when it cannot be had.
 */
export function showCodes(socket: OpenSocket, states: States, { number }: Wish, failed: (error: Error) => void): void {
  let asked = false;
  socket.on(({ qr }) => {
    if (!qr) return;
    if (number === undefined) return states.tell("qrcode", { qrcode: qr });
    if (asked) return;
    asked = true;
    socket.socket.requestPairingCode(number.replace(/\D/g, "")).then(
      (code) => {
        if (!socket.over) states.tell("PAIRING", { qrcode: written(code) });
      },
      failed,
    );
  });
}
