import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import type { ChannelInfo } from "../../../../api/features/connections/contract.ts";
import pt from "../../../core/words/i18n/pt.json" with { type: "json" };
import { reasonText } from "./words.ts";

beforeAll(() => i18next.init({ lng: "pt", resources: { pt: { core: pt } } }));
const channel = (locales: ChannelInfo["locales"]) => ({ id: "x", locales }) as unknown as ChannelInfo;

test("a reason is said in the channel's words, else in those of the error catalogue, else not at all", () => {
  const own = channel({
    pt: { reason: { "logged-out": "O celular encerrou a sessão.", ERR_PROVIDER_AUTH: "Senha velha." } },
  });
  expect(reasonText(own, "logged-out")).toBe("O celular encerrou a sessão.");
  expect(reasonText(own, "ERR_PROVIDER_AUTH")).toBe("Senha velha.");
  expect(reasonText(channel({}), "ERR_PROVIDER_AUTH")).toMatch(/credenciais/);
  expect(reasonText(own, "strange-word")).toBeUndefined();
  expect(reasonText(undefined, null)).toBeUndefined();
});
