// Structured logs. Never bodies, numbers or tokens: what is logged is named field by field.
import pino from "pino";
import { withoutSecrets } from "./secrets/hide.ts";

/** Fields of a person that must never be readable in a log, beside whatever is called or looks like a secret. */
const personal = ["number", "phone", "body", "text", "email"];
let logger = pino({ level: "silent" });

/** Sets level and shape once at start. */
export async function setUpLog(level: string, format: "pretty" | "json"): Promise<void> {
  const redact = { paths: personal.flatMap((name) => [name, `*.${name}`]), censor: "[hidden]" };
  const options = {
    level,
    redact,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: (fields: object) => withoutSecrets(fields) as Record<string, unknown> },
  };
  if (format === "json") {
    logger = pino(options, pino.destination({ sync: true }));
    return;
  }
  // Loaded only for a person's eyes: machines read the lines as they are.
  const { default: pretty } = await import("pino-pretty");
  const style = { colorize: Deno.stdout.isTerminal(), ignore: "pid,hostname", translateTime: "HH:MM:ss", sync: true };
  logger = pino(options, pretty(style));
}

type Fields = Record<string, unknown>;
export const log = {
  debug: (what: string, fields: Fields = {}) => logger.debug(fields, what),
  info: (what: string, fields: Fields = {}) => logger.info(fields, what),
  warn: (what: string, fields: Fields = {}) => logger.warn(fields, what),
  error: (what: string, fields: Fields = {}) => logger.error(describe(fields), what),
};

/** An error's message can quote input; its name, code and place are enough to find it. */
function describe(fields: Fields): Fields {
  const error = fields.error;
  if (!(error instanceof Error)) return fields;
  const code = (error as { code?: unknown }).code;
  return { ...fields, error: error.name, code, at: error.stack?.split("\n").slice(1, 5).map((line) => line.trim()) };
}
