// The newest events of one company, already encoded, so that a client that was away for a moment is served from memory.
export interface Entry {
  /** 0 for what is not kept. */
  position: number;
  name: string;
  audience: ReadonlySet<string>;
  except: ReadonlySet<string> | null;
  payload: string;
  /** Encoded once, shared by all clients. */
  bytes?: Uint8Array;
  maskedBytes?: Uint8Array;
}

const MAX_ENTRIES = 1_000;
const MAX_BYTES = 2 * 1024 * 1024;

export class Ring {
  #entries: Entry[] = [];
  #bytes = 0;
  started = false;
  head = 0;

  /** Begins at the log's head. */
  start(head: number): void {
    this.head = head;
    this.started = true;
  }
  /** Adds the next entry; false when it is already here. */
  push(entry: Entry): boolean {
    if (entry.position <= this.head) return false;
    this.head = entry.position;
    this.#entries.push(entry);
    this.#bytes += entry.payload.length;
    while (this.#entries.length > MAX_ENTRIES || this.#bytes > MAX_BYTES) {
      this.#bytes -= this.#entries.shift()!.payload.length;
    }
    return true;
  }
  /** Whether everything after this position is in the ring. */
  covers(position: number): boolean {
    const first = this.#entries[0];
    return first !== undefined && first.position <= position + 1;
  }
  /** Entries after a position, oldest first. */
  after(position: number): Entry[] {
    return this.#entries.filter((entry) => entry.position > position);
  }
}
