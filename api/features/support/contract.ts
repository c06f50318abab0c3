// The operator looks into a company that allows it: an hour, to read (docs/product/companies-and-plans.md#support).
import { z } from "zod";
import { endpoint, IdParam, Instant, Ok } from "../../contract/endpoint.ts";
import { signal } from "../../contract/event.ts";
import { shownOnce } from "../../contract/marks.ts";
import { Looking } from "../../contract/support.ts";

/** Support came into one's company, or left it. To its admins. */
export const supportChanged = signal("company-{id}-support", z.object({ support: Looking.nullable() }));

export const support = {
  enter: endpoint({
    method: "POST",
    path: "/companies/{id}/support",
    summary:
      "Looks into a company that allows it: a token of one hour that reads and changes nothing. Both trails say so.",
    access: "super",
    params: IdParam("company"),
    // A repeated call is answered without it.
    response: z.object({ token: shownOnce(z.string()).optional(), until: Instant }),
    audit: true,
    perMinute: 10,
    errors: ["ERR_NO_COMPANY_FOUND", "ERR_SUPPORT_NOT_ALLOWED"],
  }),
  end: endpoint({
    method: "DELETE",
    path: "/support",
    summary: "Sends support out of one's company; allowing it stays as it is.",
    access: "settings:manage",
    response: Ok,
    audit: true,
  }),
  leave: endpoint({
    method: "DELETE",
    path: "/support/session",
    summary: "Leaves the company that one looks into: ends the session of the token that is sent.",
    access: "public",
    response: Ok,
    errors: ["ERR_INVALID_TOKEN"],
  }),
};
