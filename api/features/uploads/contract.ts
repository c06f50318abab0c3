// Files in pieces: what was sent before a break is not sent again. A message names them when they are whole.
import { z } from "zod";
import { endpoint, naming, Ok, text } from "../../contract/endpoint.ts";
import { MAX_PIECE_BYTES } from "../../contract/limits.ts";

/** Chosen by the client, like an idempotency key; a person's own, so nobody else's is ever meant. */
const NewKey = z.string().regex(/^[\w:.-]{1,100}$/, "characters");
export const UploadKey = naming("upload.key", NewKey);

const Upload = z.object({
  key: z.string(),
  bytes: z.number(),
  /** How much the server has: the next piece begins here. */
  offset: z.number(),
});

export const uploads = {
  begin: endpoint({
    method: "POST",
    path: "/uploads",
    summary:
      "Begins a file that comes in pieces, or says how much of it has come. Kept for a day after the last piece.",
    access: "user",
    body: z.object({
      key: NewKey,
      name: text(255).min(1, "required"),
      type: text(255).optional().default(""),
      bytes: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
    }),
    idempotency: "own",
    response: Upload,
    errors: ["ERR_BODY_TOO_LARGE", "ERR_DISK_FULL", "ERR_IDEMPOTENCY_MISMATCH", "ERR_TOO_MANY_REQUESTS"],
  }),
  add: endpoint({
    method: "PUT",
    path: "/uploads/{id}",
    summary: "Adds a piece that begins at `offset`. One that begins elsewhere is 409 with the `offset` wanted.",
    access: "user",
    params: z.object({ id: UploadKey }),
    query: z.object({ offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
    bytes: MAX_PIECE_BYTES,
    idempotency: "own",
    response: Upload,
    errors: [
      "ERR_NO_UPLOAD_FOUND",
      "ERR_UPLOAD_OFFSET",
      "ERR_BODY_TOO_LARGE",
      "ERR_UNSUPPORTED_MEDIA",
      "ERR_TOO_MANY_REQUESTS",
    ],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/uploads/{id}",
    summary: "Gives up a file that no message has.",
    access: "user",
    params: z.object({ id: UploadKey }),
    response: Ok,
    errors: ["ERR_NO_UPLOAD_FOUND"],
  }),
};
