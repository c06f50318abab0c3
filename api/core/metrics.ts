// What operators and proofs watch: Prometheus text at /metrics.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

export const registry = new Registry();
collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 50 });

const registers = [registry];
export const metrics = {
  requests: new Histogram({
    name: "recado_http_seconds",
    help: "Time of API calls.",
    labelNames: ["method", "path", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  }),
  streams: new Gauge({ name: "recado_streams", help: "Open event streams.", registers }),
  events: new Counter({ name: "recado_events_delivered_total", help: "Events written to clients.", registers }),
  resets: new Counter({ name: "recado_stream_resets_total", help: "Clients that had to start anew.", registers }),
  inbound: new Counter({
    name: "recado_inbound_total",
    help: "Provider events by what became of them.",
    labelNames: ["channel", "result"],
    registers,
  }),
  sends: new Counter({
    name: "recado_sends_total",
    help: "Attempts to send by result.",
    labelNames: ["channel", "result"],
    registers,
  }),
  uncertain: new Counter({
    name: "recado_sends_uncertain_total",
    help: "Sends whose outcome no echo settled.",
    registers,
  }),
  oldestUnsent: new Gauge({
    name: "recado_oldest_unsent_seconds",
    help: "Age of the oldest message that waits to be sent.",
    registers,
  }),
  unprocessed: new Gauge({
    name: "recado_inbound_unprocessed",
    help: "Raw provider bodies not processed yet.",
    registers,
  }),
  setAside: new Gauge({
    name: "recado_set_aside",
    help:
      "What was tried for so long, or ended its process so often, that it is not tried again: body (of a provider), job.",
    labelNames: ["kind"],
    registers,
  }),
  pushes: new Counter({
    name: "recado_pushes_total",
    help: "Pushes to people's devices by result: sent, later (tried again), failed, removed (the device is gone).",
    labelNames: ["kind", "result"],
    registers,
  }),
  pacedWaiting: new Gauge({
    name: "recado_paced_waiting",
    help: "Automated messages that wait for the pace of their number.",
    registers,
  }),
  pacedSent: new Counter({
    name: "recado_paced_sent_total",
    help: "Automated messages sent at a pace: reply (the customer wrote within a day), cold.",
    labelNames: ["budget"],
    registers,
  }),
  uncaught: new Counter({
    name: "recado_errors_uncaught_total",
    help: "Errors that nobody caught: promise, callback. Each is a fault of a program; the process goes on.",
    labelNames: ["kind"],
    registers,
  }),
  security: new Counter({
    name: "recado_security_events_total",
    help: "Sign-ins, refusals, bad signatures and limits that held.",
    labelNames: ["what"],
    registers,
  }),
  leases: new Gauge({ name: "recado_leases", help: "Connections this process holds.", registers }),
};
