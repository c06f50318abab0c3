// The worker around `remux`: a recording comes in, Ogg or `null` goes out.
import { remux } from "./remux.ts";

const port = self as unknown as {
  onmessage: (event: MessageEvent<ArrayBuffer>) => void;
  postMessage(answer: ArrayBuffer | null, move?: Transferable[]): void;
};
port.onmessage = ({ data }) => {
  remux(data).then((ogg) => port.postMessage(ogg, [ogg]), () => port.postMessage(null));
};
