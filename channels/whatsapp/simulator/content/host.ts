// Where sealed files are kept and profile pictures are read: HTTPS on this computer only.
import { Buffer } from "node:buffer";
import type { MediaCertificate } from "./certificate.ts";
import { sha256 } from "../bytes/primitives.ts";
import type { World } from "../people/world.ts";

export class MediaHost {
  readonly files = new Map<string, Buffer>();
  #server?: Deno.HttpServer<Deno.NetAddr>;
  /** Uploads and downloads that came, refused ones too. */
  uploads = 0;
  downloads = 0;

  constructor(readonly world: World, readonly certificate: MediaCertificate) {}

  start(port = 0): void {
    const { cert, key } = this.certificate;
    const options = { hostname: "127.0.0.1", port, cert, key, onListen() {} };
    this.#server = Deno.serve(options, (request) => this.#answer(request));
    this.world.mediaHost = `127.0.0.1:${this.#server.addr.port}`;
  }
  async stop(): Promise<void> {
    await this.#server?.shutdown();
  }

  /** Keeps a sealed file. Returns how messages name the place. */
  keep(blob: Buffer): { url: string; directPath: string } {
    const directPath = `/v/${this.world.chance.bytes(12).toString("hex")}.enc`;
    this.files.set(directPath, blob);
    return { url: `https://${this.world.mediaHost}${directPath}`, directPath };
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (request.method === "POST") return await this.#upload(request, pathname);
    this.downloads++;
    const failure = this.world.fault("*", "failDownloads");
    if (failure) return new Response(null, { status: failure });
    const bytes = this.files.get(pathname) ?? this.#picture(pathname);
    return bytes ? new Response(new Uint8Array(bytes)) : new Response(null, { status: 404 });
  }

  async #upload(request: Request, pathname: string): Promise<Response> {
    this.uploads++;
    const body = Buffer.from(await request.arrayBuffer());
    const failure = this.world.fault("*", "failUploads");
    if (failure) return new Response(null, { status: failure });
    const [, mms, kind, name = ""] = pathname.split("/");
    const fits = sha256(body).toString("base64url") === decodeURIComponent(name).replace(/=+$/, "");
    if (mms !== "mms" || !kind || !fits) {
      this.world.complaints.push("An upload's name is not the hash of its bytes.");
      return Response.json({ error: "hash" }, { status: 400 });
    }
    const { url, directPath } = this.keep(body);
    return Response.json({ url, direct_path: directPath });
  }

  #picture(path: string): Buffer | undefined {
    const id = path.startsWith("/picture/") ? path.slice("/picture/".length) : "";
    for (const owner of [...this.world.people(), ...this.world.groups.values()]) {
      if (owner.picture?.id === id) return owner.picture.bytes;
    }
  }
}
