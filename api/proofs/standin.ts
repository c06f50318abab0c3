// The stand-in for Meta in a process of its own, so that it outlives the product's; it ends with the proof.
import { MetaSimulator } from "../../channels/meta/simulator/simulator.ts";

const simulator = new MetaSimulator();
await simulator.start(0);
console.log(simulator.url);
for await (const _ of Deno.stdin.readable);
Deno.exit(0);
