// A browser for tests: keeps cookies and calls from an address of its own.
import { expect } from "vitest";
import { hashPassword } from "../../core/secrets/password.ts";
import { type Person, someone, testApp } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";

export interface Answered {
  status: number;
  body: Record<string, unknown> & { error?: string; token?: string; user?: { sessionId: string } };
  headers: Headers;
}

/** A refusal as an answer of `Browser`. */
export const refused = (status: number, error: string) => ({ status, body: expect.objectContaining({ error }) });
export const phone = { "sec-ch-ua-mobile": "?1" };

const PASSWORD = "a long secret of mine";
let stored: Promise<string> | undefined;

/** Somebody with a password, who signs in rather than holding a token. */
export async function withPassword(
  options: Parameters<typeof someone>[0] = {},
): Promise<Person & { password: string }> {
  const person = await someone(options);
  const secret = await (stored ??= hashPassword(PASSWORD));
  await withTenant(
    { companyId: person.companyId },
    (tx) => tx`update app.users set password = ${secret} where id = ${person.userId}`,
  );
  return { ...person, password: PASSWORD };
}

export class Browser {
  cookies = new Map<string, string>();
  constructor(
    readonly address = `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 250)).join(".")}`,
    readonly base = "http://localhost",
  ) {}

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answered> {
    const { api } = await testApp();
    const request = new Request(`${this.base}/api${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...headers,
      },
    });
    const response = await api.http.fetch(request, { remoteAddr: { hostname: this.address } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value) this.cookies.set(name!, value);
      else this.cookies.delete(name!);
    }
    return { status: response.status, body: await response.json(), headers: response.headers };
  }
  signIn(
    { email, password, code }: { email: string; password: string; code?: string },
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    return this.call("POST", "/auth/login", { email, password, ...(code !== undefined && { code }) }, headers);
  }
  refresh(headers: Record<string, string> = {}): Promise<Answered> {
    return this.call("POST", "/auth/refresh_token", undefined, headers);
  }
  /** Whether an access token still opens anything. */
  async opens(token: string | undefined): Promise<boolean> {
    const { status } = await this.call("GET", "/auth/me", undefined, { authorization: `Bearer ${token}` });
    return status === 200;
  }
}

/** What a company's stream said under a name, oldest first. */
export async function eventsFor(person: Person, kind: string): Promise<unknown[]> {
  const name = `company-${person.companyId}-${kind}`;
  const rows = await withTenant(
    { companyId: person.companyId },
    (tx) => tx`select payload from app.events where name = ${name} order by position`,
  );
  return rows.map((row) => row.payload);
}
