// A connection's automatic rules, through their calls (docs/product/connections.md#rules).
import { expect, test } from "vitest";
import { makeConnection, makeQueue, someone } from "../../core/testing/api.ts";
import { PNG } from "../../proofs/security/world.ts";
import { connections } from "./contract.ts";

const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);

test("a connection answers with the saved rules and keeps the fields that a change leaves out", async () => {
  const admin = await someone();
  const [id, queueId] = [await makeConnection(admin), await makeQueue(admin)];
  const params = { id };
  expect(await admin.call(connections.show, { params, query: {} })).toMatchObject({
    maxUseBotQueues: 3,
    maxUseBotQueuesNPS: 3,
    timeSendQueue: 0,
    schedules: [],
  });
  const body = {
    timeSendQueue: 10,
    sendIdQueue: queueId,
    expiresTicket: 60,
    whenExpiresTicket: 1,
    collectiveVacationStart: day(0),
    collectiveVacationEnd: day(9),
    collectiveVacationMessage: "Voltamos logo.",
  };
  await admin.call(connections.update, { params, body });
  expect(await admin.call(connections.update, { params, body: { timeCreateNewTicket: 30 } })).toMatchObject({
    ...body,
    timeCreateNewTicket: 30,
  });
});

test("an empty time is stored as no time", async () => {
  const admin = await someone();
  const params = { id: await makeConnection(admin) };
  expect(await admin.call(connections.update, { params, body: { timeSendQueue: "" } })).toMatchObject({
    timeSendQueue: 0,
  });
});

test("a time to redirect is refused at the field of the queue when the queue is missing, and not found when it is another company's", async () => {
  const admin = await someone();
  const params = { id: await makeConnection(admin) };
  await expect(admin.call(connections.update, { params, body: { timeSendQueue: 5 } })).rejects.toMatchObject({
    status: 400,
    body: { details: [{ path: "body.sendIdQueue", message: "required" }] },
  });
  const foreign = await makeQueue(await someone());
  await expect(admin.call(connections.update, { params, body: { timeSendQueue: 5, sendIdQueue: foreign } })).rejects
    .toMatchObject({ status: 404, code: "ERR_NO_QUEUE_FOUND" });
});

test("a change of the rating needs the question and its time when the company asks for ratings; a change of the name does not", async () => {
  const admin = await someone({ settings: { userRating: "enabled" } });
  const params = { id: await makeConnection(admin) };
  await expect(admin.call(connections.update, { params, body: { ratingMessage: "" } })).rejects.toMatchObject({
    body: {
      details: [{ path: "body.ratingMessage", message: "required" }, {
        path: "body.expiresTicketNPS",
        message: "required",
      }],
    },
  });
  await admin.call(connections.update, { params, body: { name: "Loja do centro" } });
});

test("the greeting takes an image or a video along, another one replaces it, and it can be taken off", async () => {
  const admin = await someone();
  const params = { id: await makeConnection(admin) };
  const upload = (name: string, bytes: BlobPart) =>
    admin.call(connections.upload, { params, body: {}, files: [new File([bytes], name)] });
  const first = await upload("loja.png", PNG);
  expect(first).toMatchObject({ greetingMediaName: "loja.png", greetingMediaKind: "image" });
  const second = await upload("outra.png", PNG);
  expect(second.greetingMediaAttachment).not.toBe(first.greetingMediaAttachment);
  expect((await admin.fetch(first.greetingMediaAttachment!)).status).toBe(404);
  expect((await admin.fetch(second.greetingMediaAttachment!)).status).toBe(200);
  await expect(upload("texto.txt", "Oi")).rejects.toMatchObject({ status: 415, code: "ERR_UNSUPPORTED_MEDIA" });
  expect(await admin.call(connections.removeFile, { params })).toMatchObject({ greetingMediaAttachment: null });
});
