// The numbers for Prometheus, on an address of their own: what the public port serves, everybody can read.
import { log } from "./core/log.ts";
import { registry } from "./core/metrics.ts";

/**
 * Serves the numbers of this process at `/metrics`; `at` is a host and a port. An address that another process has is told and left: the
 * product works without. Answers what ends it.
 */
export function serveMetrics(at: { hostname: string; port: number } | null): () => Promise<void> {
  if (!at) return () => Promise.resolve();
  try {
    const server = Deno.serve({ ...at, onListen: () => {} }, async (request) => {
      if (new URL(request.url).pathname !== "/metrics") return new Response("not found", { status: 404 });
      return new Response(await registry.metrics(), { headers: { "content-type": registry.contentType } });
    });
    return () => server.shutdown();
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    log.warn("metrics are not served: their address is in use (METRICS_LISTEN)", at);
    return () => Promise.resolve();
  }
}
