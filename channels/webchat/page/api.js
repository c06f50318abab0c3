// @ts-check
// The page's calls to the server. The token stays in this page's own storage; the first message or file makes the visitor.

/**
 * @typedef {{ id: string, key?: string, mine: boolean, text: string, at: number, ack: number, deleted: boolean, edited: boolean,
 *   media?: { kind: string, url: string, mimeType: string, fileName: string, bytes: number } }} Message
 */

/** The browser's storage; where a browser forbids it inside a frame, values last as long as the page. */
export const storage = {
  /** @type {Map<string, string>} */
  here: new Map(),
  get(/** @type {string} */ name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return this.here.get(name) ?? null;
    }
  },
  set(/** @type {string} */ name, /** @type {string} */ value) {
    try {
      localStorage.setItem(name, value);
    } catch {
      this.here.set(name, value);
    }
  },
};

/** An answer that was not a success. `status` 0: there was none. */
export class Failure extends Error {
  /** @param {number} status @param {number} wait seconds to wait, as the server asked */
  constructor(status, wait = 0) {
    super(`status ${status}`);
    this.status = status;
    this.wait = wait;
  }
}
const RENEW_MS = 7 * 24 * 3_600_000;

export class Api {
  /** @type {Promise<string> | null} */
  #session = null;
  /** Called when the server has made a visitor, so that the page starts to listen. */
  onVisitor = () => {};

  constructor(/** @type {string} */ path) {
    this.path = path;
    this.box = `recado:${path}`;
  }
  /** @returns {{ token: string, name: string | null, at: number } | null} */
  get visitor() {
    try {
      return JSON.parse(storage.get(`${this.box}:visitor`) ?? "null");
    } catch {
      return null;
    }
  }

  /**
   * A fetch with the token; without a token, or when the server refuses it, the page first asks for a new visitor.
   * @param {string} what @param {RequestInit} [init] @returns {Promise<Response>}
   */
  async #ask(what, init = {}, again = true) {
    const token = await this.#token();
    const headers = { ...init.headers, authorization: `Bearer ${token}` };
    const answer = await fetch(`${this.path}/${what}`, { ...init, headers }).catch(() => null);
    if (answer?.ok) return answer;
    if (answer?.status === 401 && again) {
      this.#forget(token);
      return await this.#ask(what, init, false);
    }
    throw failureOf(answer);
  }
  /** @returns {Promise<string>} */
  #token() {
    const { visitor } = this;
    if (visitor) return Promise.resolve(visitor.token);
    this.#session ??= this.meet().finally(() => this.#session = null);
    return this.#session;
  }
  #forget(/** @type {string} */ token) {
    if (this.visitor?.token === token) storage.set(`${this.box}:visitor`, "null");
  }

  /** Makes a visitor, or renews the one this page is, with the name they give. @param {string} [name] @returns {Promise<string>} */
  async meet(name) {
    const { visitor } = this;
    const answer = await fetch(`${this.path}/session`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(visitor ? { authorization: `Bearer ${visitor.token}` } : {}),
      },
      body: JSON.stringify(name ? { name } : {}),
    }).catch(() => null);
    if (answer?.status === 401 && visitor) {
      this.#forget(visitor.token);
      return await this.meet(name);
    }
    if (!answer?.ok) throw failureOf(answer);
    const made = await answer.json();
    storage.set(`${this.box}:visitor`, JSON.stringify({ ...made, at: Date.now() }));
    if (!visitor) this.onVisitor();
    return /** @type {string} */ (made.token);
  }
  /** Renews the token of a visitor who comes back, before it grows too old. */
  async renew() {
    const { visitor } = this;
    if (visitor && Date.now() - visitor.at > RENEW_MS) await this.meet();
  }

  /** @param {string} [before] @returns {Promise<{ messages: Message[], hasMore: boolean }>} */
  async history(before) {
    const query = before ? `?before=${encodeURIComponent(before)}` : "";
    return await (await this.#ask(`messages${query}`)).json();
  }
  /** @param {string} what @param {unknown} body @returns {Promise<{ id: string, at: number }>} */
  async post(what, body) {
    const headers = { "content-type": "application/json" };
    return await (await this.#ask(what, { method: "POST", headers, body: JSON.stringify(body) })).json();
  }
  /** @param {AbortSignal} signal */
  async events(signal) {
    return await this.#ask("events", { signal });
  }
  /** A file of the conversation. @param {string} url */
  async file(url) {
    return await (await this.#ask(url.slice(this.path.length + 1))).blob();
  }

  /** @param {{ key: string, file: File }} sent @param {(part: number) => void} onPart @returns {Promise<{ id: string, at: number }>} */
  async upload({ key, file }, onPart) {
    const token = await this.#token();
    const form = new FormData();
    form.append("key", key);
    form.append("file", file, file.name);
    return await new Promise((resolve, reject) => {
      // fetch cannot tell how far it is.
      const request = new XMLHttpRequest();
      request.open("POST", `${this.path}/files`);
      request.setRequestHeader("authorization", `Bearer ${token}`);
      request.upload.onprogress = ({ loaded, total }) => onPart(total ? loaded / total : 0);
      request.onload = () => {
        if (request.status === 200) return resolve(JSON.parse(request.responseText));
        if (request.status === 401) this.#forget(token);
        reject(new Failure(request.status, Number(request.getResponseHeader("retry-after") ?? 0)));
      };
      request.onerror = () => reject(new Failure(0));
      request.send(form);
    });
  }
}

/** @param {Response | null} answer */
function failureOf(answer) {
  return new Failure(answer?.status ?? 0, Number(answer?.headers.get("retry-after") ?? 0));
}
