// Sends a request with XMLHttpRequest, the only way a browser tells how much of a body has left.
export type Progress = (share: number) => void;

/** Like fetch, with progress from 0 to 1. Rejects as fetch does when the network fails or the request is aborted. */
export async function sendWithProgress(request: Request, onProgress: Progress): Promise<Response> {
  const body = await request.blob();
  return await new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(request.method, request.url);
    request.headers.forEach((value, name) => xhr.setRequestHeader(name, value));
    xhr.upload.onprogress = (e) => e.lengthComputable && onProgress(e.loaded / e.total);
    xhr.onload = () => {
      const wait = xhr.getResponseHeader("retry-after");
      resolve(new Response(xhr.responseText, { status: xhr.status, headers: wait ? { "retry-after": wait } : {} }));
    };
    xhr.onerror = () => reject(new TypeError("network"));
    xhr.onabort = () => reject(new DOMException("aborted", "AbortError"));
    request.signal.addEventListener("abort", () => xhr.abort());
    xhr.send(body);
  });
}
