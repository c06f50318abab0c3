import type { Api } from "../core/route.ts";
import type { Parts } from "../core/parts.ts";

export function servePages(_http: Api["http"], _parts: Parts): void {}
