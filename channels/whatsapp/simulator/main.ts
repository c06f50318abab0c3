// The simulator as a process of its own: `deno run -A main.ts [control port] [socket port] [media port] [file for the authority]`.
// Prints one line of JSON with its addresses, then runs until it is told to stop.
import { addresses, serveControl } from "./control.ts";
import { Simulator } from "./simulator.ts";

const [control = "0", socket = "0", media = "0", authority] = Deno.args;
const simulator = new Simulator({ port: Number(socket), mediaPort: Number(media) });
await simulator.start();
const server = serveControl(simulator, Number(control));
if (authority) await Deno.writeTextFile(authority, simulator.mediaAuthority);
console.log(JSON.stringify({ control: `http://127.0.0.1:${server.addr.port}`, ...addresses(simulator) }));

const stop = async () => {
  await server.shutdown();
  await simulator.stop();
  Deno.exit(0);
};
for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => void stop());
