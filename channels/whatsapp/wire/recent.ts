// A map that keeps what was used last.
export class Recent<V> {
  #values = new Map<string, V>();

  constructor(private limit: number) {}

  get(key: string): V | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) {
      this.#values.delete(key);
      this.#values.set(key, value);
    }
    return value;
  }
  set(key: string, value: V): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.limit) this.#values.delete(this.#values.keys().next().value!);
  }
  delete(key: string): void {
    this.#values.delete(key);
  }
  clear(): void {
    this.#values.clear();
  }
}
