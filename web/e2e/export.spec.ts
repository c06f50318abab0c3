// An admin takes everything the company has along: asked for, built behind, downloaded by the browser itself, gone afterwards.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import type { World } from "../../api/proofs/harness.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, signIn, sizes } from "./people.ts";
import { smallTargets } from "./targets.ts";

let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

// One after the other: there is one file for each company.
test.each(sizes)(
  "an admin asks for the company's file, sees it get ready without a press, downloads and deletes it, on a $name",
  async (size) => {
    const { page, context, watch } = await newWindow(
      browser,
      world.bases[0]!,
      size,
      size.name === "phone" ? "dark" : "light",
    );
    const looks = async () => {
      expect(await violations(page)).toEqual([]);
      if (size.name === "phone") expect(await smallTargets(page)).toEqual([]);
    };
    await signIn(page);
    await page.goto("/settings");
    await page.getByRole("tab", { name: "Exportação" }).click();
    await page.getByRole("button", { name: "Pedir o arquivo" }).waitFor();
    await looks();
    await page.getByRole("button", { name: "Pedir o arquivo" }).click();
    await page.getByText("O arquivo está pronto").waitFor();
    await looks();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Baixar" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^recado-\d{4}-\d\d-\d\d\.zip$/);
    const bytes = await Deno.readFile(await file.path());
    expect(new TextDecoder().decode(bytes.subarray(0, 2))).toBe("PK");
    await page.getByText("Baixado").waitFor();
    await looks();
    await page.getByRole("button", { name: "Excluir" }).click();
    await page.getByRole("alertdialog").or(page.getByRole("dialog")).getByRole("button", { name: "Excluir" }).click();
    await page.getByRole("button", { name: "Pedir o arquivo" }).waitFor();
    expect(watch.trouble).toEqual([]);
    await context.close();
  },
);
