import { expect, test } from "vitest";
import { readFile } from "./body.ts";

const MB = 1024 * 1024;
const upload = (body: BodyInit, type?: string) =>
  new Request("http://localhost/chat/x/file", {
    method: "POST",
    body,
    headers: type ? { "content-type": type } : {},
    duplex: "half",
  } as RequestInit);
/** A form that has come up to so many bytes and stops; `end` breaks it off. */
function stuck(megabytes: number) {
  let end!: () => void;
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      end = () => controller.error(new Error("gone"));
    },
    pull: (controller) => {
      if (sent++ < megabytes) controller.enqueue(new Uint8Array(MB));
      else return new Promise(() => {});
    },
  });
  return { end, answer: readFile(upload(body, "multipart/form-data; boundary=x")).catch((error) => error) };
}
function small() {
  const form = new FormData();
  form.set("file", new File(["olá"], "nota ão.txt", { type: "text/plain" }));
  return readFile(upload(form));
}

test("a visitor's file waits while others' uploads take the memory, and is taken once they are gone", async () => {
  const others = [stuck(24), stuck(24), stuck(24)];
  const refused = await Promise.race(others.map(({ answer }) => answer));
  expect(refused).toMatchObject({ code: "ERR_TOO_MANY_REQUESTS" });
  others.forEach(({ end }) => end());
  await Promise.all(others.map(({ answer }) => answer));
  expect((await small()).file.name).toBe("nota ão.txt");
});
