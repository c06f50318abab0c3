// Invitations: a link by which a colleague makes their own account (docs/product/users-and-rights.md#invitations).
import { z } from "zod";
import { endpoint, IdParam, Instant, Ok } from "../../contract/endpoint.ts";
import { shownOnce, writeOnly } from "../../contract/marks.ts";
import { QueueBadge } from "../queues/contract.ts";
import { Language, Password, UserForm } from "../../contract/rules/user-form.ts";

const { email, name, profile, queueIds } = UserForm.shape;

/** One that was not taken up yet. */
export const Invitation = z.object({
  id: z.number(),
  email: z.string(),
  profile: z.enum(["admin", "user"]),
  queues: z.array(QueueBadge),
  /** The name of who invited. */
  invitedBy: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
});
export type Invitation = z.infer<typeof Invitation>;
export const InvitationForm = z.object({ email, profile, queueIds });

const Token = writeOnly(z.string().max(100));
export const AcceptForm = z.object({ token: Token, name, password: Password, language: Language.optional() });

export const invitations = {
  list: endpoint({
    method: "GET",
    path: "/invitations",
    summary: "Invitations that were not taken up yet and still hold.",
    access: "users:manage",
    response: z.array(Invitation),
  }),
  create: endpoint({
    method: "POST",
    path: "/invitations",
    summary:
      "Invites a colleague: a link that is shown once and holds for seven days. The same e-mail again ends the older link.",
    access: "users:manage",
    body: InvitationForm,
    // A repeated call is answered without it: nobody keeps the link.
    response: Invitation.extend({ link: shownOnce(z.string()).optional() }),
    audit: true,
    errors: ["ERR_DUPLICATED_EMAIL", "ERR_NO_QUEUE_FOUND", "ERR_PLAN_LIMIT"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/invitations/{id}",
    summary: "Takes an invitation back.",
    access: "users:manage",
    params: IdParam("invitation"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
  open: endpoint({
    method: "POST",
    path: "/invitations/open",
    summary: "Whom an invitation is for, and into which company.",
    access: "public",
    body: z.object({ token: Token }),
    response: z.object({ company: z.string(), email: z.string(), invitedBy: z.string() }),
    errors: ["ERR_INVITATION_OVER", "ERR_TOO_MANY_REQUESTS"],
  }),
  accept: endpoint({
    method: "POST",
    path: "/invitations/accept",
    summary: "Makes the account of who was invited, with the password they choose. An invitation is good once.",
    access: "public",
    body: AcceptForm,
    response: z.object({ email: z.string() }),
    errors: [
      "ERR_INVITATION_OVER",
      "ERR_DUPLICATED_EMAIL",
      "ERR_PLAN_LIMIT",
      "ERR_WEAK_PASSWORD",
      "ERR_TOO_MANY_REQUESTS",
    ],
  }),
};
