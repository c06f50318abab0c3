// The first hour of a company: signing in, first steps, a colleague, a queue that works.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { ADMIN, type World } from "../../api/proofs/harness.ts";
import { Worker } from "../../api/proofs/harness-office.ts";
import { connections } from "../../api/features/connections/contract.ts";
import { invitations } from "../../api/features/invitations/contract.ts";
import { queues } from "../../api/features/queues/contract.ts";
import { users } from "../../api/features/users/contract.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, onBothSizes, openProduct, signIn, sizes } from "./people.ts";
import { smallTargets } from "./targets.ts";

const [desk] = sizes as [typeof sizes[0], typeof sizes[0]];
let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});
const base = () => world.bases[0]!;
const SHOTS = Deno.env.get("SHOTS");
/** A picture to look at, where somebody asked for them. */
async function shot(page: Page, name: string): Promise<void> {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` });
}

test("signing in says at the field what is missing, and in words that e-mail and password do not match", async () => {
  await onBothSizes(async (size) => {
    const { page, context, watch } = await newWindow(browser, base(), size);
    await page.goto("/login");
    expect(await page.title()).toBe("Recado");
    await page.getByText("Esqueceu a senha? Peça uma nova ao administrador da sua empresa.").waitFor();
    const [email, password] = [page.getByLabel("E-mail"), page.getByLabel("Senha", { exact: true })];
    const enter = () => page.getByRole("button", { name: "Entrar" }).click();
    await email.fill("chefe");
    await enter();
    await page.getByText("E-mail inválido").waitFor();
    await page.getByText("Obrigatório").waitFor();
    expect(await email.evaluate((field) => field === document.activeElement)).toBe(true);
    await shot(page, `login-fields-${size.name}`);
    expect(await violations(page)).toEqual([]);
    await email.fill(ADMIN.email);
    expect(await page.getByText("E-mail inválido").count()).toBe(0);
    await password.fill("de outra pessoa");
    await enter();
    await page.getByText("E-mail ou senha não conferem.").waitFor();
    await shot(page, `login-wrong-${size.name}`);
    expect(await violations(page)).toEqual([]);
    expect(watch.trouble.filter((line) => !line.includes("401"))).toEqual([]);
    await context.close();
  });
});

test("whoever is in no queue is told so: by the editor, and by the empty list", async () => {
  const admin = await Worker.signIn(world.bases);
  const nobody = { name: "Zé Sem Fila", email: "ze@provas.local", password: "Provas-2026-ze" };
  await admin.call(users.create, { body: nobody });
  const { page, context, watch } = await newWindow(browser, base(), desk);
  await signIn(page);
  await page.goto("/users");
  await page.getByRole("button", { name: "Novo usuário" }).click();
  // The only queue there is has been chosen already.
  const picker = page.getByRole("dialog").getByRole("button", { name: /^Filas/ });
  await picker.getByText("Geral").waitFor();
  await picker.click();
  await page.getByRole("checkbox", { name: "Geral" }).uncheck();
  await page.keyboard.press("Escape");
  await page.getByText("Sem fila, esta pessoa não vê quem espera.").waitFor();
  await shot(page, "no-queue-editor-desk");
  expect(await violations(page)).toEqual([]);
  await onBothSizes(async (size) => {
    const other = await newWindow(browser, base(), size, size.name === "phone" ? "dark" : "light");
    await signIn(other.page, nobody);
    await other.page.getByText("Você não está em nenhuma fila").waitFor();
    await shot(other.page, `no-queue-${size.name}`);
    expect(await violations(other.page)).toEqual([]);
    expect(other.watch.trouble).toEqual([]);
    await other.context.close();
  });
  expect(watch.trouble).toEqual([]);
  await context.close();
});

/** Counts what a person presses: buttons and choices, not letters. */
function presses(page: Page) {
  let count = 0;
  return {
    on: async (name: string | RegExp) => {
      count++;
      await page.getByRole("button", { name, exact: typeof name === "string" }).last().click();
    },
    get count() {
      return count;
    },
  };
}

test.each(sizes)(
  "a colleague is invited on a $name with three presses, chooses name and password, and works at once; the link is good once",
  async (size) => {
    const { page, context, watch } = await newWindow(browser, base(), size, size.name === "phone" ? "dark" : "light");
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const email = `bia-${size.name}@provas.local`;
    await signIn(page);
    await page.goto("/users");
    const press = presses(page);
    await press.on("Convidar");
    await page.getByRole("textbox", { name: "E-mail", exact: true }).fill(email);
    await shot(page, `invite-${size.name}`);
    expect(await violations(page)).toEqual([]);
    await press.on("Criar convite");
    await page.getByRole("heading", { name: `Convite para ${email}` }).waitFor();
    await press.on("Copiar link");
    console.log(`invited colleague on a ${size.name}: ${press.count} presses`);
    expect(press.count).toBe(3);
    await shot(page, `invite-link-${size.name}`);
    expect(await violations(page)).toEqual([]);
    const link = await page.getByLabel("Link do convite").inputValue();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await page.keyboard.press("Escape");
    await page.getByText(/1 convite pendente|2 convites pendentes/).waitFor();
    await shot(page, `invite-pending-${size.name}`);
    expect([await violations(page), size.name === "phone" ? await smallTargets(page) : []]).toEqual([[], []]);

    const bia = await newWindow(browser, base(), size);
    await bia.page.goto(link);
    await bia.page.getByText("Admin convidou você para atender em Empresa 1.").waitFor();
    await bia.page.getByRole("button", { name: "Criar conta" }).click();
    await bia.page.getByText("Obrigatório").first().waitFor();
    await bia.page.getByLabel("Seu nome").fill(`Beatriz ${size.name}`);
    await bia.page.getByLabel("Escolha uma senha").fill("Minha-senha-2026");
    await shot(bia.page, `invitation-${size.name}`);
    expect(await violations(bia.page)).toEqual([]);
    await bia.page.getByRole("button", { name: "Criar conta" }).click();
    await bia.page.waitForURL("**/tickets");
    expect(await bia.page.getByText("Você não está em nenhuma fila").count()).toBe(0);
    expect(bia.watch.trouble).toEqual([]);
    await bia.context.close();

    await page.getByText(`Beatriz ${size.name}`).first().waitFor();
    const again = await newWindow(browser, base(), size);
    await again.page.goto(link);
    await again.page.getByText("Este convite não vale mais.").waitFor();
    await shot(again.page, `invitation-over-${size.name}`);
    await again.context.close();
    expect(watch.trouble).toEqual([]);
    await context.close();
  },
);

test("an invitation that is taken back opens nothing", async () => {
  const admin = await Worker.signIn(world.bases);
  const { link } = await admin.call(invitations.create, { body: { email: "tarde@provas.local" } });
  const { page, context } = await newWindow(browser, base(), desk);
  await signIn(page);
  await page.goto("/users");
  await page.getByRole("button", { name: "Revogar convite: tarde@provas.local" }).click();
  await page.getByRole("button", { name: "Revogar convite", exact: true }).click();
  await page.getByText("Convite de tarde@provas.local revogado").waitFor();
  const late = await newWindow(browser, base(), desk);
  await late.page.goto(link!);
  await late.page.getByText("Este convite não vale mais.").waitFor();
  await Promise.all([context.close(), late.context.close()]);
});

test("a password that was made is shown once after saving, ready to be copied, and opens the account", async () => {
  const { page, context, watch } = await newWindow(browser, base(), desk, "dark");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page);
  await page.goto("/users");
  await page.getByRole("button", { name: "Novo usuário" }).click();
  await page.getByRole("textbox", { name: "Nome", exact: true }).fill("Çağla Ünal");
  await page.getByRole("textbox", { name: "E-mail", exact: true }).fill("cagla@provas.local");
  await page.getByRole("button", { name: "Gerar" }).click();
  const password = await page.getByRole("textbox", { name: "Senha", exact: true }).inputValue();
  expect(password).toMatch(/^\w{14}$/);
  await page.getByRole("button", { name: "Salvar" }).click();
  await page.getByRole("heading", { name: "Acesso de Çağla Ünal" }).waitFor();
  await shot(page, "access-desk");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Copiar acesso" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`Endereço: ${base()}/login\nE-mail: cagla@provas.local\nSenha: ${password}`);
  const other = await newWindow(browser, base(), desk);
  await other.page.goto("/login");
  await other.page.getByLabel("E-mail").fill("cagla@provas.local");
  await other.page.getByLabel("Senha", { exact: true }).fill(password);
  await other.page.getByRole("button", { name: "Entrar" }).click();
  // Nothing else opens before she has chosen her own.
  await other.page.getByRole("heading", { name: "Escolha sua senha" }).waitFor();
  await other.page.goto("/tickets");
  await other.page.getByRole("heading", { name: "Escolha sua senha" }).waitFor();
  const chosen = other.page.getByLabel(/^Nova senha/);
  await chosen.fill("cagla2026");
  await other.page.getByRole("button", { name: "Continuar" }).click();
  await other.page.getByText("fácil demais de adivinhar").waitFor();
  await shot(other.page, "choose-password-desk");
  expect(await violations(other.page)).toEqual([]);
  await chosen.fill("uma senha bem minha");
  await other.page.getByRole("button", { name: "Continuar" }).click();
  await other.page.getByRole("navigation").first().waitFor();
  expect(watch.trouble).toEqual([]);
  await Promise.all([context.close(), other.context.close()]);
});

test.each(sizes)(
  "a queue that works is made on a $name on one screen with at most nine presses, and its customers reach it",
  async (size) => {
    const { page, context, watch } = await newWindow(browser, base(), size, size.name === "phone" ? "dark" : "light");
    await signIn(page);
    await page.goto("/queues");
    const press = presses(page);
    await press.on("Nova fila");
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("textbox", { name: "Nome", exact: true }).fill(`Vendas ${size.name}`);
    // The only connection has been chosen; with a second queue it has to ask which one, in words that stand there already.
    const greeting = sheet.getByLabel("Mensagem de saudação");
    await greeting.waitFor();
    await sheet.getByRole("button", { name: "Salvar" }).click();
    // What is missing is said where it stands.
    await sheet.getByRole("alert").getByText("Obrigatório").waitFor();
    expect(await greeting.evaluate((field) => field === document.activeElement)).toBe(true);
    await shot(page, `queue-missing-${size.name}`);
    await greeting.fill("Olá! Qual é o seu pedido?");
    await press.on(/^Pessoas/);
    await page.getByRole("checkbox", { name: "Zé Sem Fila" }).check();
    await page.keyboard.press("Escape");
    await page.evaluate(() => document.querySelector("[data-body]")?.scrollTo(0, 0));
    await shot(page, `queue-${size.name}`);
    expect([await violations(page), size.name === "phone" ? await smallTargets(page) : []]).toEqual([[], []]);
    await press.on("Salvar");
    await sheet.waitFor({ state: "detached" });
    // One more for the name in the list of people.
    console.log(`working queue on a ${size.name}: ${press.count + 1} presses`);
    expect(press.count + 1).toBeLessThanOrEqual(9);
    await page.getByText(`Vendas ${size.name}`).first().waitFor();
    await shot(page, `queues-${size.name}`);
    expect(watch.trouble).toEqual([]);
    await context.close();
    const admin = await Worker.signIn(world.bases);
    const made = (await admin.call(queues.list, {})).find(({ name }) => name === `Vendas ${size.name}`)!;
    const [line] = await admin.call(connections.list, {});
    expect(line!.queues.map(({ name }) => name)).toEqual(expect.arrayContaining(["Geral", made.name]));
    expect(line!.greetingMessage).toBe("Olá! Com qual setor você quer falar?");
    expect((await admin.call(queues.show, { params: { id: made.id } })).userIds).toHaveLength(2);
  },
);

test("the first steps tick themselves as the company grows, and go away for good when they are sent away", async () => {
  const admin = await Worker.signIn(world.bases);
  await admin.call(users.preferences, { body: { firstSteps: "shown" } });
  await onBothSizes(async (size) => {
    const { page, context, watch } = await newWindow(browser, base(), size, size.name === "phone" ? "dark" : "light");
    await signIn(page);
    await page.goto("/");
    const steps = page.getByRole("region", { name: /^Primeiros passos/ });
    await steps.waitFor();
    const step = (name: string) => steps.getByRole("listitem").filter({ hasText: name });
    // A queue with its first person is there from the start, the colleague since they were invited, the greeting since the queue.
    for (const name of ["Ter uma fila", "Convidar um colega", "Escrever uma saudação"]) {
      await step(name).getByRole("img", { name: "Feito" }).waitFor();
    }
    expect(await step("Conectar um número").getByRole("img", { name: "Feito" }).count()).toBe(0);
    expect(await step("Conectar um número").getByRole("link", { name: "Conectar" }).getAttribute("href")).toBe(
      "/connections",
    );
    await shot(page, `first-steps-${size.name}`);
    expect([await violations(page), size.name === "phone" ? await smallTargets(page) : []]).toEqual([[], []]);
    expect(watch.trouble).toEqual([]);
    await context.close();
  });
  const { page, context } = await newWindow(browser, base(), desk);
  await signIn(page);
  await page.goto("/");
  await page.getByRole("button", { name: "Dispensar os primeiros passos" }).click();
  await page.getByRole("region", { name: /^Primeiros passos/ }).waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  expect(await page.getByRole("region", { name: /^Primeiros passos/ }).count()).toBe(0);
  await context.close();
});
