// A file that a form names: uploaded in pieces as soon as it is chosen, so that saving waits for nothing.
import { v7 as uuid } from "uuid";
import { ApiError } from "../../../api/contract/api-error.ts";
import { sendFile } from "./pieces.ts";
import { asking } from "./wire.ts";

/** So often a break in the network is borne before the person is told. */
const TRIES = 3;

/**
 * Uploads a file; answers the key under which a call may name it once. `onProgress` is told shares from 0 to 1. Throws ApiError when
 * the server refuses it or stays out of reach, and an AbortError when `signal` ends it.
 */
export async function uploadFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const key = uuid();
  const sent = { key, name: file.name, type: file.type || "application/octet-stream", file };
  for (let tried = 1;; tried++) {
    const broken = await sendFile(sent, asking(signal), (safe, more) => onProgress((safe + more) / file.size));
    signal.throwIfAborted();
    if (!broken) return key;
    if (broken.status >= 400 && broken.status < 500 || tried === TRIES) {
      throw new ApiError(broken.status, broken.code || "ERR_UNREACHABLE", { error: broken.code || "ERR_UNREACHABLE" });
    }
  }
}
