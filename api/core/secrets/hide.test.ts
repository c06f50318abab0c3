// What the second net takes for a secret, by name and by look, and what it leaves alone.
import { describe, expect, test } from "vitest";
import { isSecretName, withoutSecrets } from "./hide.ts";

const SECRET = "s3cr3t-ação-👋";

test.each([
  ...[
    "password",
    "senhaPassword",
    "token",
    "access_token",
    "appSecret",
    "apiKey",
    "api-key",
    "keys",
    "key",
    "authorization",
  ],
  ...[
    "Authorization",
    "certificate",
    "clientCertificate",
    "cert",
    "jsonContent",
    "json_content",
    "cardNumber",
    "card_number",
  ],
  ...[
    "cvv",
    "CVC",
    "nameOnCard",
    "expirationDate",
    "cardHolder",
    "securityCode",
    "credentials",
    "set-cookie",
    "endpoint",
  ],
  ...["p256dh", "auth", "pfx", "privateKey", "client_secret"],
])("a field called %s is hidden, at any depth", (name) => {
  expect(isSecretName(name)).toBe(true);
  expect(withoutSecrets({ a: [{ [name]: SECRET }] })).toEqual({ a: [{ [name]: "[hidden]" }] });
  expect(withoutSecrets({ [name]: { deep: [SECRET] } })).toEqual({ [name]: "[hidden]" });
});

test.each([
  "expiresTicket",
  "maxTokens",
  "name",
  "urlN8N",
  "greetingMessage",
  "number",
  "keyword",
  "cardinal",
  "authorId",
  "spin",
])(
  "a field called %s stays",
  (name) => expect(withoutSecrets({ [name]: "what it says" })).toEqual({ [name]: "what it says" }),
);

test("nothing, numbers and times stay what they are", () => {
  const at = new Date("2026-03-01T10:00:00Z");
  expect(withoutSecrets({ password: "", token: null, n: 0, ok: false, at, list: [1, null] })).toEqual({
    ...{ password: "", token: null, n: 0, ok: false, at: at.toJSON(), list: [1, null] },
  });
});

describe("credentials in a text of any name", () => {
  test.each([
    ["https://ana:s3nha@n8n.example/hook", "https://[hidden]@n8n.example/hook"],
    ["see HTTPS://ana:s3nha@n8n.example:8443/x?y=1 now", "see HTTPS://[hidden]@n8n.example:8443/x?y=1 now"],
    ["https://n8n.example/hook?token=abc&page=2", "https://n8n.example/hook?token=[hidden]&page=2"],
    ["https://x.example/?page=2&api_key=abc#top", "https://x.example/?page=2&api_key=[hidden]#top"],
    ["https://x.example/?key=abc", "https://x.example/?key=[hidden]"],
    ["https://x.example/?X-Amz-Signature=ab%2Fc&sig=d", "https://x.example/?X-Amz-Signature=[hidden]&sig=[hidden]"],
    [
      "https://x.example/cb?code=4/0Ab&state=1#access_token=abc",
      "https://x.example/cb?code=[hidden]&state=1#access_token=[hidden]",
    ],
    ["Authorization: Bearer eyJhbGciOi.abc.def", "Authorization: Bearer [hidden]"],
    ["Basic dXNlcjpwYXNzd29yZA==", "Basic [hidden]"],
    ["-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n", "[hidden]\n"],
    ["-----BEGIN CERTIFICATE-----\nMIIE", "[hidden]"],
    ['{"type":"service_account","private_key":"-----BEGIN"}', '{"type":"service_account","private_key":"[hidden]"}'],
    ['[{"url":"https://a:b@c.example"}]', '[{"url":"https://[hidden]@c.example"}]'],
  ])("%s", (text, shown) => expect(withoutSecrets({ note: [text] })).toEqual({ note: [shown] }));

  test.each([
    "https://loja.example/a?page=2&keyword=x",
    "ana@loja.example",
    "Basic information about prices",
    "{not json}",
    '{ "name": "Loja" }',
    "5511955550101",
  ])("%s stays", (text) => expect(withoutSecrets(text)).toBe(text));
});
