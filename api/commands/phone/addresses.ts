// Under which names and addresses other devices of the same network reach this computer.
import { hostname } from "node:os";

export interface Reach {
  /** Host names: `localhost`, and the one by which phones find this computer (`name.local`). */
  names: string[];
  /** Private IPv4 addresses, the likeliest first. */
  addresses: string[];
}

const PRIVATE = /^(10\.|172\.(1[6-9]|2\d|3[01])\.|192\.168\.|169\.254\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/;
/** Bridges of containers and virtual machines: there, but no phone is on them. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|utun|tun|tap)/;

/** What this computer is called here and now. */
export function reach(
  interfaces: Deno.NetworkInterfaceInfo[] = Deno.networkInterfaces(),
  host: string = hostname(),
): Reach {
  const short = host.toLowerCase().replace(/\.local$/, "").split(".")[0] ?? "";
  const name = /^[a-z0-9-]{1,63}$/.test(short) ? short : "";
  const found = interfaces
    .filter(({ family, address }) => family === "IPv4" && PRIVATE.test(address))
    .sort((a, b) => rank(a) - rank(b))
    .map(({ address }) => address);
  return {
    names: ["localhost", ...(name && name !== "localhost" ? [`${name}.local`] : [])],
    addresses: [...new Set([...found, "127.0.0.1"])],
  };
}
function rank({ name, address }: Deno.NetworkInterfaceInfo): number {
  return (VIRTUAL.test(name) ? 10 : 0) + (address.startsWith("192.168.") ? 0 : address.startsWith("10.") ? 1 : 2);
}
