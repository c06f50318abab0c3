// A group and how the server describes it.
import type { Naming } from "../nodes/jids.ts";
import { type Node, node } from "../nodes/node.ts";
import type { Person, Picture } from "./person.ts";

export type Role = "member" | "admin" | "superadmin";

export class Group {
  subject: string;
  subjectAt: number;
  subjectBy: Person;
  description?: { id: string; text: string };
  announce = false;
  locked = false;
  ephemeral = 0;
  picture?: Picture;
  invite: string;
  readonly members = new Map<Person, Role>();

  constructor(
    /** With `@g.us`. */
    readonly id: string,
    subject: string,
    readonly creator: Person,
    /** Unix seconds. */
    readonly createdAt: number,
    readonly naming: Naming,
  ) {
    this.subject = subject;
    this.subjectAt = createdAt;
    this.subjectBy = creator;
    this.invite = Array.from(id.slice(0, 22)).reverse().join("").replaceAll(/\D/g, "x");
    this.members.set(creator, "superadmin");
  }
}

const other = (naming: Naming): Naming => naming === "pn" ? "lid" : "pn";

/** A member, by both names. */
export function memberNode({ naming }: Group, person: Person, role: Role = "member", error?: string): Node {
  return node("participant", {
    jid: person.jid(naming),
    [naming === "lid" ? "phone_number" : "lid"]: person.jid(other(naming)),
    type: role === "member" ? undefined : role,
    error,
  });
}

export function groupNode(group: Group): Node {
  const { naming } = group;
  return node("group", {
    id: group.id.split("@")[0]!,
    subject: group.subject,
    s_t: group.subjectAt,
    s_o: group.subjectBy.jid(naming),
    s_o_pn: naming === "lid" ? group.subjectBy.jid("pn") : undefined,
    creation: group.createdAt,
    creator: group.creator.jid(naming),
    creator_pn: naming === "lid" ? group.creator.jid("pn") : undefined,
    addressing_mode: naming,
    size: group.members.size,
  }, [
    ...[...group.members].map(([person, role]) => memberNode(group, person, role)),
    group.description && node("description", { id: group.description.id }, [node("body", {}, group.description.text)]),
    group.announce ? node("announcement") : undefined,
    group.locked ? node("locked") : undefined,
    group.ephemeral ? node("ephemeral", { expiration: group.ephemeral }) : undefined,
  ]);
}

/** Who wrote or changed something in a group, as attributes of the stanza. */
export function actorAttrs({ naming }: Group, person: Person): Record<string, string> {
  return {
    participant: person.jid(naming),
    [naming === "lid" ? "participant_pn" : "participant_lid"]: person.jid(other(naming)),
    addressing_mode: naming,
  };
}

/** A change as every linked device of the members is told it. */
export function groupNotice(group: Group, actor: Person, id: string, seconds: number, change: Node): Node {
  const attrs = { from: group.id, type: "w:gp2", id, t: seconds, notify: actor.name ?? undefined };
  return node("notification", { ...attrs, ...actorAttrs(group, actor) }, [change]);
}
