// The plugin as every channel must be, on the simulated service.
import { conformance } from "../sdk/conformance.ts";
import { plugin } from "./mod.ts";
import { WhatsAppForConformance } from "./testing/conformance.ts";

conformance(plugin, new WhatsAppForConformance());
