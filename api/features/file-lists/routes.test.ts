// File lists at the API (docs/product/file-lists.md).
import { expect, test } from "vitest";
import { makeQueue, type Person, someone } from "../../core/testing/api.ts";
import { chatbot, queues } from "../queues/contract.ts";
import { uploads } from "../uploads/contract.ts";
import { fileLists } from "./contract.ts";

const PNG = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
);
const picture = (name = "preço é este.png") => new File([PNG], name, { type: "image/png" });
/** A file in pieces that is whole; answers its key. */
async function upload(by: Person, name = "catálogo.png"): Promise<string> {
  const key = crypto.randomUUID();
  await by.call(uploads.begin, { body: { key, name, type: "image/png", bytes: PNG.length } });
  await by.fetch(`/api/uploads/${key}?offset=0`, {
    method: "PUT",
    body: PNG,
    headers: { "content-type": "application/octet-stream" },
  });
  return key;
}
const make = (by: Person, name: string, options: { name?: string; upload?: string }[] = []) =>
  by.call(fileLists.create, { body: { name, message: "Segue o que pediu", options } });

test("a list keeps its files when its options are renamed and moved, and loses those that are left out", async () => {
  const admin = await someone();
  const [a, b] = [await upload(admin, "a.png"), await upload(admin, "b.png")];
  const made = await make(admin, "Catálogos", [{ name: "Um", upload: a }, { name: "Dois", upload: b }, {
    name: "Só texto",
  }]);
  const [one, two, three] = made.options;
  expect(made.options).toMatchObject([
    { name: "Um", fileName: "a.png", mediaType: "image/png", bytes: PNG.length },
    { name: "Dois", fileName: "b.png" },
    { name: "Só texto", path: null },
  ]);
  const saved = await admin.call(fileLists.update, {
    params: { id: made.id },
    body: {
      name: "Catálogos",
      message: "Olá",
      options: [{ id: three!.id, name: "3" }, { id: one!.id, name: "Primeiro" }],
    },
  });
  expect(saved.options).toMatchObject([{ id: three!.id, path: null }, {
    id: one!.id,
    name: "Primeiro",
    path: one!.path,
  }]);
  expect((await admin.fetch(one!.path!)).status).toBe(200);
  expect((await admin.fetch(two!.path!)).status).toBe(404);
});

test("a list's file is replaced by another upload, and an upload is used once", async () => {
  const admin = await someone();
  const first = await upload(admin);
  const made = await make(admin, "Tabela", [{ name: "Preços", upload: first }]);
  const [option] = made.options;
  const change = (key: string) =>
    admin.call(fileLists.update, {
      params: { id: made.id },
      body: { name: "Tabela", message: "Segue", options: [{ id: option!.id, name: "Preços", upload: key }] },
    });
  const saved = await change(await upload(admin, "novo.png"));
  expect(saved.options).toMatchObject([{ id: option!.id, fileName: "novo.png" }]);
  expect((await admin.fetch(option!.path!)).status).toBe(404);
  await expect(change(first)).rejects.toMatchObject({ status: 404, code: "ERR_NO_UPLOAD_FOUND" });
});

test("lists are found by words of name and message without accents, and come by name", async () => {
  const admin = await someone();
  for (const name of ["Zuleica", "Ângela", "Boletos"]) await make(admin, name);
  const names = async (searchParam?: string) =>
    (await admin.call(fileLists.list, { query: { searchParam } })).files.map(({ name }) => name);
  expect(await names()).toEqual(["Ângela", "Boletos", "Zuleica"]);
  expect(await names("angela")).toEqual(["Ângela"]);
  expect(await names("PEDIU")).toHaveLength(3);
});

test("a list is refused without a name of three characters, without a message, with 21 options or a name that is taken", async () => {
  const admin = await someone();
  const wrong: [string, string, { name: string }[]][] = [
    ["ab", "Oi", []],
    ["   a  ", "Oi", []],
    ["Lista", "  ", []],
    ["Lista", "Oi", Array.from({ length: 21 }, () => ({ name: "x" }))],
  ];
  for (const [name, message, options] of wrong) {
    await expect(admin.call(fileLists.create, { body: { name, message, options } })).rejects.toMatchObject({
      status: 400,
    });
  }
  await make(admin, "Preços");
  await expect(make(admin, "precos")).rejects.toMatchObject({ status: 409, code: "ERR_DUPLICATED_NAME" });
});

test("a form of files gives each to the option that its id names, others to options without a file in their order", async () => {
  const admin = await someone();
  const { id, options } = await make(admin, "Formulário", [{ name: "1" }, { name: "2" }, { name: "3" }]);
  const send = (ids: string[], files: File[]) => {
    const form = new FormData();
    for (const file of files) form.append("files", file);
    for (const one of ids) form.append("id", one);
    form.append("fileId", String(id));
    form.append("typeArch", "fileList");
    return admin.fetch(`/api/files/uploadList/${id}`, { method: "POST", body: form });
  };
  const named = await send([`${options[2]!.id}`, "undefined"], [picture("c.png"), picture("a.png")]);
  expect((await named.json()).options.map((one: { fileName: string | null }) => one.fileName)).toEqual([
    "a.png",
    null,
    "c.png",
  ]);
  const rest = await send([], [picture("b.png")]);
  expect((await rest.json()).options[1]).toMatchObject({ fileName: "b.png" });
  expect((await send([], [picture()])).status).toBe(400);
  expect((await send(["8000000000001"], [picture()])).status).toBe(404);
});

test("a list in use is not deleted and names the places; then it goes with its files", async () => {
  const admin = await someone();
  const key = await upload(admin);
  const list = await make(admin, "Catálogo", [{ name: "", upload: key }]);
  const queueId = await makeQueue(admin, "Vendas");
  await admin.call(queues.update, { params: { id: queueId }, body: { fileListId: list.id } });
  const option = await admin.call(chatbot.create, {
    body: { queueId, name: "Ver catálogo", greetingMessage: "", queueType: "file", optFileId: list.id },
  });
  await expect(admin.call(fileLists.remove, { params: { id: list.id } })).rejects.toMatchObject({
    code: "ERR_IN_USE",
    body: { places: ["Vendas", "Vendas › Ver catálogo"] },
  });
  await admin.call(queues.update, { params: { id: queueId }, body: { fileListId: null } });
  await admin.call(chatbot.remove, { params: { id: option.id } });
  await admin.call(fileLists.remove, { params: { id: list.id } });
  expect((await admin.fetch(list.options[0]!.path!)).status).toBe(404);
});

test("a queue and an option refuse another company's list, and an option of files needs one", async () => {
  const [admin, other] = await Promise.all([someone(), someone()]);
  const { id } = await make(other, "Alheia");
  const queueId = await makeQueue(admin, "Vendas");
  const option = { queueId, name: "Ver arquivos", queueType: "file" as const };
  await expect(admin.call(queues.update, { params: { id: queueId }, body: { fileListId: id } })).rejects.toMatchObject({
    status: 404,
  });
  await expect(admin.call(chatbot.create, { body: { ...option, optFileId: id } })).rejects.toMatchObject({
    status: 404,
  });
  await expect(admin.call(chatbot.create, { body: option })).rejects.toMatchObject({ status: 400 });
});
