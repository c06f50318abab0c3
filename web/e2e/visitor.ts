// A customer from outside, and the API as the attendant's page would ask it.
import type { Browser, Page } from "playwright-core";
import { until } from "../../api/proofs/harness.ts";
import { newWindow, sizes } from "./people.ts";

/** Asks the API as the signed-in person of a page. */
export const ask = <T>(page: Page, method: string, path: string, body?: unknown) =>
  page.evaluate(async ({ method, path, body }) => {
    const answer = await fetch(`/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${localStorage.getItem("recado.token")}`,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(method !== "GET" && { "idempotency-key": crypto.randomUUID() }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return await answer.json();
  }, { method, path, body }) as Promise<T>;

export interface Ticket {
  id: number;
  uuid: string;
  status: string;
  userId: number | null;
}
/** Where customers write from the company's site, as the attendant's page knows it. */
export async function chatPage(page: Page): Promise<string> {
  const list = await ask<{ channel: string; links: { kind: string; url: string }[] }[]>(page, "GET", "/whatsapp");
  return list.find((one) => one.channel === "webchat")!.links.find((link) => link.kind === "page")!.url;
}

/** A new customer writes from the web chat; answers their ticket. */
export async function customerWrites(browser: Browser, page: Page, text: string): Promise<Ticket> {
  const chat = await chatPage(page);
  const customer = await newWindow(browser, new URL(page.url()).origin, sizes[0]!);
  await customer.page.goto(chat);
  await customer.page.getByRole("textbox", { name: "Escreva uma mensagem" }).fill(text);
  await customer.page.getByRole("button", { name: "Enviar", exact: true }).click();
  const ticket = await until("the ticket is there", 15_000, async () => {
    const query = "/tickets?status=pending&showAll=true";
    const { tickets } = await ask<{ tickets: (Ticket & { lastMessage: string })[] }>(page, "GET", query);
    return tickets.find((ticket) => ticket.lastMessage === text);
  });
  await customer.context.close();
  return ticket;
}
