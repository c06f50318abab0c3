// A client of the event stream, in process.
import { type Person, testApp } from "../../core/testing/api.ts";

export class Reader {
  text = "";
  ended = false;
  #reader: ReadableStreamDefaultReader<Uint8Array>;
  private constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
    void this.#run();
  }
  static async open(person: Pick<Person, "token">, cursor?: string): Promise<Reader> {
    const { api } = await testApp();
    const headers = { authorization: `Bearer ${person.token}`, ...(cursor ? { "last-event-id": cursor } : {}) };
    const response = await api.http.fetch(new Request("http://localhost/api/events", { headers }));
    if (!response.ok) throw new Error(`The stream was refused: ${response.status} ${await response.text()}`);
    return new Reader(response.body!);
  }
  async #run(): Promise<void> {
    const decoder = new TextDecoder();
    for (;;) {
      const { value, done } = await this.#reader.read().catch(() => ({ value: undefined, done: true }));
      if (done) break;
      this.text += decoder.decode(value, { stream: true });
    }
    this.ended = true;
  }
  /** Waits for an event, at most five seconds. */
  async until(wanted: RegExp | "end", limitMs = 5_000): Promise<number> {
    const from = performance.now();
    const is = () => wanted === "end" ? this.ended : wanted.test(this.text);
    while (!is()) {
      if (performance.now() - from > limitMs) {
        throw new Error(`Not heard within ${limitMs} ms: ${wanted} in ${this.text.slice(-500)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return performance.now() - from;
  }
  close(): void {
    void this.#reader.cancel().catch(() => {});
  }
}
