// Who answers by itself, from the admin's screen to the customer's and back to a person's (docs/product/integrations.md, prompts.md,
// assistant.md).
import { Buffer } from "node:buffer";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { until, type World } from "../../api/proofs/harness.ts";
import { PNG } from "../../api/proofs/security/world.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, signIn, sizes } from "./people.ts";
import { ask, chatPage } from "./visitor.ts";

const SHOTS = Deno.env.get("SCREENSHOTS");
const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/bots-${name}.png` });
};
const OGG = Uint8Array.from(
  "OggS\0\x02\0\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\x01\x13OpusHead\x01\x01\x38\x01\x80\xbb\0\0\0\0\0",
  (one) => one.charCodeAt(0),
);

/** A Typebot and a model at the network's edge. */
const heard: { path: string; message?: { text?: string } }[] = [];
let queueId = 0;
const text = (markdown: string) => ({ type: "text", content: { type: "markdown", markdown } });
function typebot(said: string | undefined) {
  if (said === undefined) {
    const items = [{ content: "Preços" }, { content: "Mandar foto" }];
    return { sessionId: "s1", messages: [text("Bem-vindo à floricultura")], input: { type: "choice input", items } };
  }
  if (said === "Mandar foto") return { messages: [text("Mande a foto")], input: { type: "file input" } };
  return { messages: [text("Recebi a foto"), text(`#{"queueId":${queueId}}`)] };
}
const service = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
  const { pathname: path } = new URL(request.url);
  if (path.endsWith("/audio/transcriptions")) {
    await request.body?.cancel();
    return Response.json({ text: "Quanto custa a orquídea branca?" });
  }
  const json = await request.json().catch(() => ({})) as { message?: { text?: string } };
  heard.push({ path, ...json });
  if (path.endsWith("/chat/completions")) {
    const content = JSON.stringify(json).includes("próxima resposta")
      ? "A orquídea branca custa R$ 60. Quer que eu separe uma?"
      : "A orquídea custa R$ 60.\nAção: Transferir para o setor de atendimento";
    return Response.json({ choices: [{ finish_reason: "stop", message: { content } }], usage: {} });
  }
  if (path.endsWith("/startChat")) return Response.json(typebot(undefined));
  return path.endsWith("/continueChat")
    ? Response.json(typebot(json.message?.text))
    : new Response("", { status: 404 });
});
const base = `http://127.0.0.1:${service.addr.port}`;

let world: World;
let browser: Browser;
let admin: Page;
beforeAll(async () => {
  [world, browser] = await Promise.all([
    openProduct({ EGRESS_ALLOW: "127.0.0.1", OPENAI_BASE_URL: `${base}/v1` }),
    openBrowser(),
  ]);
  ({ page: admin } = await newWindow(browser, world.bases[0]!, sizes[0]!));
  await signIn(admin);
  const [queue] = await ask<{ id: number }[]>(admin, "GET", "/queue");
  queueId = queue!.id;
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
  await service.shutdown();
});

/** A customer at the web chat. */
async function customer() {
  const chat = await chatPage(admin);
  const { page, context } = await newWindow(browser, world.bases[0]!, sizes[1]!);
  await page.goto(chat);
  const says = async (words: string) => {
    await page.getByRole("textbox", { name: "Escreva uma mensagem" }).fill(words);
    await page.getByRole("button", { name: "Enviar", exact: true }).click();
  };
  const sends = (name: string, mimeType: string, bytes: Uint8Array) =>
    page.locator("input[type=file]").first().setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) });
  return { page, context, says, sends, gets: (words: string) => page.getByText(words).first().waitFor() };
}
/** The admin chooses who answers over the web chat, in the connection's editor. */
async function connect(chosen: Record<string, string>): Promise<void> {
  await admin.goto("/connections");
  await admin.getByRole("button", { name: "Chat do site", exact: true }).click();
  await admin.getByRole("tab", { name: "Integrações" }).click();
  for (const [field, label] of Object.entries(chosen)) {
    await admin.getByLabel(field, { exact: true }).selectOption({ label });
  }
  await admin.getByRole("button", { name: "Salvar" }).click();
  await admin.getByRole("dialog").waitFor({ state: "detached" });
}
/** The newest conversation, once a person is to have it. */
const handedOver = () =>
  until("people have it", 20_000, async () => {
    const [row] = await world.sql<{ uuid: string; id: number; leads: boolean }[]>`
      select id, uuid, use_integration as leads from app.tickets order by id desc limit 1`;
    return row && !row.leads ? row : undefined;
  });

test("a customer walks through a Typebot that an admin connected, with a choice and a file, and a person sees what was said", async () => {
  await admin.goto("/queue-integration");
  await admin.getByRole("button", { name: "Nova integração" }).first().click();
  await admin.getByRole("textbox", { name: /^Nome/ }).first().fill("Floricultura");
  await admin.getByLabel("Endereço do Typebot").fill(base);
  await admin.getByLabel("Nome público do fluxo").fill("flores");
  await admin.getByLabel("Pausa entre mensagens (ms)").fill("0");
  await admin.getByRole("button", { name: "Testar" }).click();
  await admin.getByText("Bem-vindo à floricultura").waitFor();
  await admin.getByRole("button", { name: "Salvar" }).click();
  await admin.getByRole("dialog").waitFor({ state: "detached" });
  await connect({ "Integração": "Floricultura" });

  const o = await customer();
  await o.says("Oi");
  await o.gets("Mandar foto");
  await o.says("2");
  await o.gets("Mande a foto");
  await o.sends("rosa.png", "image/png", PNG);
  await o.gets("Recebi a foto");
  const { uuid } = await handedOver();
  expect(heard.at(-1)!.message?.text).toMatch(/^http/);
  await admin.goto(`/tickets/${uuid}`);
  for (const words of ["Bem-vindo à floricultura", "Mande a foto", "Recebi a foto"]) {
    await admin.getByText(words).first().waitFor();
  }
  await shot(admin, "typebot-conversation");
  await admin.goto("/queue-integration");
  await admin.getByRole("button", { name: /^Últimas chamadas/ }).first().click();
  await admin.getByRole("button", { name: "Enviar de novo ao fluxo" }).waitFor();
  expect(await violations(admin)).toEqual([]);
  await shot(admin, "calls");
  await o.context.close();
});

test("a model answers a voice note, whose words a person reads under the player, and then helps that person to write", async () => {
  const prompt = { name: "Flora", prompt: "Você vende flores.", queueId, apiKey: "sk-teste", helpsPeople: true };
  const { id } = await ask<{ id: number }>(admin, "POST", "/prompt", prompt);
  expect(id).toBeGreaterThan(0);
  await connect({ "Integração": "Nenhuma", "Prompt de IA": "Flora" });
  await admin.goto("/prompts");
  await admin.getByRole("button", { name: "Flora", exact: true }).click();
  await admin.getByLabel("Respostas rápidas para todos").check();
  await admin.getByLabel("Pergunte algo").fill("Quanto custa?");
  await admin.getByRole("button", { name: "Perguntar" }).click();
  await admin.getByText("O que lhe foi dito").click();
  await admin.getByText("<material>").first().waitFor();
  expect(await violations(admin)).toEqual([]);
  await shot(admin, "prompt");
  await admin.getByRole("button", { name: "Salvar" }).click();
  await admin.getByRole("dialog").waitFor({ state: "detached" });

  const o = await customer();
  await o.sends("voz.ogg", "audio/ogg", OGG);
  await o.gets("A orquídea custa R$ 60.");
  const { uuid, id: ticketId } = await handedOver();
  await ask(admin, "PUT", `/tickets/${ticketId}`, { status: "open" });
  await admin.goto(`/tickets/${uuid}`);
  await admin.getByText("Transcrição").waitFor();
  await admin.getByText("Quanto custa a orquídea branca?").first().waitFor();

  await admin.getByRole("button", { name: "Assistente" }).click();
  await admin.getByRole("menuitem", { name: "Sugerir resposta" }).click();
  await admin.getByText("Sugestão", { exact: true }).waitFor();
  expect(await violations(admin)).toEqual([]);
  await shot(admin, "suggestion-desk");
  await admin.getByRole("button", { name: "Usar" }).click();
  const box = admin.getByRole("textbox", { name: /^Mensagem para/ });
  expect(await box.inputValue()).toBe("A orquídea branca custa R$ 60. Quer que eu separe uma?");
  expect(await world.sql`select 1 from app.messages where body like '%separe uma%'`).toHaveLength(0);

  await admin.getByRole("button", { name: "Mais ações" }).last().click();
  await admin.getByRole("menuitem", { name: "Resumir" }).click();
  await admin.getByRole("textbox", { name: "Resumo" }).waitFor();
  await shot(admin, "summary");
  await admin.keyboard.press("Escape");
  await admin.setViewportSize({ width: 390, height: 844 });
  await admin.reload();
  await admin.getByRole("button", { name: "Anexar" }).click();
  await admin.getByRole("menuitem", { name: "Encurtar o texto" }).click();
  await admin.getByText("Sugestão", { exact: true }).waitFor();
  await shot(admin, "suggestion-phone");
  await o.context.close();
});
