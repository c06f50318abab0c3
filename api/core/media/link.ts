// Signed addresses of files, for who has no session: providers, customers, flows, a browser that downloads.
import { timingSafeEqual } from "node:crypto";
import { refuse } from "../../contract/errors.ts";
import { digest } from "../secrets/seal.ts";

let linkBase = "http://localhost";
/** The address of this installation, as customers and other programs reach it. Set once at start. */
export function setLinkBase(url: string): void {
  linkBase = url;
}

const LINK_LIFE_S = 900;
/** A link for providers and large videos, good for 15 minutes (proof S8). */
export function signedLink(base: string, companyId: number, id: string, now = Date.now(), lifeS = LINK_LIFE_S): string {
  return `${base}/media/${id}?${linkQuery(companyId, id, now, lifeS)}`;
}
/** The same for a customer or another program, under the address of this installation, good for so many seconds. */
export function linkFor(companyId: number, id: string, lifeS: number, now = Date.now()): string {
  return signedLink(linkBase, companyId, id, now, lifeS);
}
/** Company, end and signature, as a link's address has them. */
export function linkQuery(companyId: number, id: string, now = Date.now(), lifeS = LINK_LIFE_S): string {
  const until = Math.floor(now / 1000) + lifeS;
  return `c=${companyId}&e=${until}&s=${linkSignature(companyId, id, until)}`;
}
export function linkSignature(companyId: number, id: string, until: number): string {
  return digest("media-link", `${companyId}:${id}:${until}`);
}

/** A link's company, if the link is ours and still good. */
export function checkLink(id: string, query: Record<string, string>): number {
  const companyId = Number(query.c);
  const until = Number(query.e);
  if (!Number.isSafeInteger(companyId) || !Number.isSafeInteger(until)) return refuse("ERR_NO_MEDIA_FOUND");
  const wanted = new TextEncoder().encode(linkSignature(companyId, id, until));
  const given = new TextEncoder().encode(query.s);
  if (wanted.length !== given.length || !timingSafeEqual(wanted, given) || until * 1000 < Date.now()) {
    return refuse("ERR_NO_MEDIA_FOUND");
  }
  return companyId;
}
