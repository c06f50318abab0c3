// The worker around `readTable` on a server: a file's bytes come in, its rows or the reason against it go out.
import { readTable, type Refusal, refusals } from "../../contract/sheets/read-table.ts";

export type Read = { rows: string[][] } | { refused: Refusal };
const port = self as unknown as {
  onmessage: (event: MessageEvent<Uint8Array<ArrayBuffer>>) => void;
  postMessage(answer: Read): void;
};
port.onmessage = ({ data }) => {
  readTable(data).then(
    (rows) => port.postMessage({ rows }),
    (error: Error) => port.postMessage({ refused: refusals.find((reason) => reason === error.message) ?? "broken" }),
  );
};
