// Shows a customer that somebody types. Set by the channel host; a sign that is lost costs nothing.
export interface TypedTo {
  companyId: number;
  connectionId: number;
  ticketId: number;
  contactId: number;
  channel: string;
}
type Show = (to: TypedTo, on: boolean) => void;
let show: Show = () => {};
export function onTypedTo(handler: Show): void {
  show = handler;
}
/** On the customer's screen alone: a page of ours, or the provider's app. */
export function typeTo(to: TypedTo, on: boolean): void {
  show(to, on);
}
