// axe finds nothing on any screen, on both sizes, in both themes, with the small company of `npm run seed` on it; on those that
// the menu leads to no letters are too small, and nothing breaks with larger ones or on a page that is brought near.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import type { World } from "../../api/proofs/harness.ts";
import { HELENA, seedAurora } from "./aurora.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { broken, smallLetters } from "./letters.ts";
import { foundScreens } from "./pictures/found-screens.ts";
import { fromAccount, newWindow, onBothSizes, openProduct, signIn, sizes, walkTo } from "./people.ts";

let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  await seedAurora(world);
  // Closing asks only where there is a farewell.
  await world.sql`update app.connections set farewell = 'Até logo!'`;
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

type Open = (page: Page) => Promise<unknown>;
const rows = (page: Page) => page.locator("[data-row]").first();
const goTo = (path: string, ready: (page: Page) => Promise<unknown>): Open => async (page) => {
  await page.goto(path);
  await ready(page);
};
const heading = (name: string | RegExp) => (page: Page) => page.getByRole("heading", { name, level: 1 }).waitFor();
const openFirst = async (page: Page) => {
  await rows(page).click();
  await page.getByRole("log").waitFor();
  await page.locator("[data-message]").first().waitFor();
};
const openSheet = (button: string | RegExp): Open => async (page) => {
  await page.getByRole("button", { name: button }).first().click();
  await page.getByRole("dialog").waitFor();
};

const byKey = (key: string, ready: (page: Page) => Promise<unknown>): Open => async (page) => {
  await page.goto("/tickets");
  await rows(page).waitFor();
  await page.keyboard.press(key);
  await ready(page);
};

const opened = (page: Page) => page.locator("dialog[open]").waitFor();
/** In a conversation, with what lay on top of it gone. */
const inside = (open: Open): Open => async (page) => {
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  if (!await page.getByRole("log").isVisible()) {
    await page.goto("/tickets");
    await openFirst(page);
  }
  await open(page);
};
const fromMenu = (entry: string) =>
  inside(async (page) => {
    await page.getByRole("button", { name: "Mais ações" }).last().click();
    await page.getByRole("menuitem", { name: entry }).click();
    await opened(page);
  });
const ofMessage = (entry: string, ready: (page: Page) => Promise<unknown>) =>
  inside(async (page) => {
    await page.locator("[data-message]").last().click({ button: "right" });
    await page.getByRole("menuitem", { name: entry }).click();
    await ready(page);
  });

/** What is looked at, one after the other, by a signed-in admin. */
const screens: [string, Open][] = [
  ["the list", goTo("/tickets", (page) => rows(page).waitFor())],
  ["a conversation", openFirst],
  ["the contact beside it", async (page) => {
    await page.locator("header button").filter({ has: page.locator("h1") }).click();
    await page.getByRole("complementary").or(page.getByRole("dialog")).last().waitFor();
  }],
  [
    "closing it",
    inside(async (page) => {
      await page.locator("header").getByRole("button", { name: "Encerrar" }).locator("visible=true").last().click();
      await opened(page);
    }),
  ],
  ["what happened to it", fromMenu("Ver histórico")],
  ["putting it on paper", fromMenu("Exportar PDF ou imprimir")],
  ["deleting it", fromMenu("Excluir atendimento")],
  ["a message's own data", ofMessage("Dados da mensagem", opened)],
  ["to whom a message goes on", ofMessage("Encaminhar", opened)],
  ["messages being picked", ofMessage("Selecionar", (page) => page.getByRole("toolbar").last().waitFor())],
  [
    "emoji",
    inside(async (page) => {
      await page.getByRole("button", { name: "Emoji", exact: true }).click();
      await page.getByRole("gridcell").first().waitFor();
    }),
  ],
  ["a new ticket", async (page) => {
    await page.goto("/tickets");
    await page.getByRole("button", { name: "Novo atendimento" }).first().click();
    await opened(page);
  }],
  ["the filters", async (page) => {
    await page.goto("/tickets");
    await page.getByRole("button", { name: "Filtros" }).first().click();
    await page.getByRole("dialog").waitFor();
  }],
  ["the first steps", goTo("/", heading(/./))],
  ["people", goTo("/users", heading("Usuários"))],
  ["somebody new", openSheet("Novo usuário")],
  ["somebody's permissions", async (page) => {
    await page.getByRole("tab", { name: "Permissões" }).click();
    await page.getByRole("switch").first().waitFor();
  }],
  ["queues", goTo("/queues", heading("Filas"))],
  ["a new queue", openSheet("Nova fila")],
  ["tags", goTo("/tags", heading(/Tags/))],
  ["a new tag", openSheet("Nova tag")],
  ["quick messages", goTo("/quick-messages", heading(/Respostas rápidas/))],
  ["a new quick message", openSheet("Nova resposta rápida")],
  ["connections", goTo("/connections", heading("Conexões"))],
  ["one's own profile", async (page) => {
    await page.goto("/tickets");
    await fromAccount(page, "Perfil");
    await page.getByRole("dialog").waitFor();
  }],
  ["the palette", byKey("Control+k", (page) => page.getByRole("combobox").waitFor())],
  ["what it finds", async (page) => {
    await page.getByRole("combobox").fill("celeste");
    await page.getByRole("option").first().waitFor();
  }],
  ["nothing found", async (page) => {
    await page.getByRole("combobox").fill("xqxqxq");
    await page.getByText("Nada encontrado").waitFor();
  }],
  ["the shortcuts", byKey("Control+/", (page) => page.getByRole("switch").first().waitFor())],
  ["an address that is not there", goTo("/nowhere", heading(/./))],
];

/** What axe finds in either theme. Only colours change with it, so that only they are looked at twice. */
async function found(page: Page): Promise<string[]> {
  const lines = await violations(page);
  const theme = await page.evaluate(() => {
    const { dataset } = document.documentElement;
    return dataset.theme = dataset.theme === "dark" ? "light" : "dark";
  });
  lines.push(...(await violations(page, ["color-contrast"])).map((line) => `${theme}: ${line}`));
  return lines;
}

/** Letters that are too small, and what breaks with letters of 130 %. */
async function ofLetters(page: Page): Promise<string[]> {
  const lines = await smallLetters(page);
  const letters = (scale: string) =>
    page.evaluate((scale) => document.documentElement.style.setProperty("--scale", scale), scale);
  await letters("1.3");
  lines.push(...(await broken(page)).map((line) => `letters at 130 %: ${line}`));
  await letters("1");
  return lines;
}

/** What breaks when a desk's page is brought near to 200 %: half its width and height are left. */
async function nearby(page: Page): Promise<string[]> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: size.width / 2, height: size.height / 2 });
  await page.waitForTimeout(100);
  const lines = await broken(page);
  await page.setViewportSize(size);
  return lines.map((line) => `at 200 %: ${line}`);
}

test("nobody is kept out before signing in, on both sizes, in both themes", async () => {
  await onBothSizes(async (size) => {
    const { page, context } = await newWindow(browser, world.bases[0]!, size);
    await page.goto("/login");
    await page.getByRole("button", { name: "Entrar" }).waitFor();
    expect(await found(page)).toEqual([]);
    await context.close();
  });
});

test("who wants no motion waits for none: other colours begin no transition", async () => {
  const { page, context } = await newWindow(browser, world.bases[0]!, sizes[0]!);
  await signIn(page, HELENA);
  await rows(page).waitFor();
  const moving = await page.evaluate(async () => {
    document.documentElement.dataset.theme = "dark";
    await new Promise(requestAnimationFrame);
    return document.getAnimations().length;
  });
  expect(moving).toBe(0);
  await context.close();
});

test("nobody is kept out of any screen, on both sizes, in both themes", async () => {
  await onBothSizes(async (size) => {
    const { page, context, watch } = await newWindow(browser, world.bases[0]!, size);
    await signIn(page, HELENA);
    const lines: string[] = [];
    for (const [name, open] of screens) {
      await open(page);
      await page.waitForTimeout(100);
      lines.push(...(await found(page)).map((line) => `${size.name}, ${name}: ${line}`));
    }
    expect(lines).toEqual([]);
    expect(watch.trouble).toEqual([]);
    await context.close();
  });
}, 300_000);

test("nobody is kept out of any screen that the menu leads to, on both sizes, in both themes", async () => {
  await world.sql`update app.users set super = true where email = ${HELENA.email}`;
  const all = await foundScreens();
  await onBothSizes(async (size) => {
    const { page, context, watch } = await newWindow(browser, world.bases[0]!, size);
    await signIn(page, HELENA);
    const lines: string[] = [];
    for (const [name, { path }] of all) {
      await walkTo(page, path);
      await page.getByRole("heading").first().waitFor();
      await page.locator(".animate-pulse").first().waitFor({ state: "detached" });
      const near = size.name === "desk" ? await nearby(page) : [];
      lines.push(
        ...[...near, ...await found(page), ...await ofLetters(page)].map((line) => `${size.name}, ${name}: ${line}`),
      );
    }
    expect(lines).toEqual([]);
    expect(watch.trouble).toEqual([]);
    await context.close();
  });
}, 300_000);
