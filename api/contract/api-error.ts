// A refused call as a value that everybody can hold: it needs no schema, so the service worker may have it too.
import type { ErrorBody } from "./errors.ts";

/** A call that was refused: the catalogue's code, the status, and the answer's other fields. */
export class ApiError extends Error {
  constructor(readonly status: number, readonly code: string, readonly body: ErrorBody) {
    super(`${status} ${code}`);
    this.name = "ApiError";
  }
}
