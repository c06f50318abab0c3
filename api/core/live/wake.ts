// Wakes the process that holds a connection. Set by the channel host; losing a wake-up only costs the next poll.
type Wake = (companyId: number, connectionId: number) => void;
let wake: Wake = () => {};
export function onWake(handler: Wake): void {
  wake = handler;
}
export function wakeChannel(companyId: number, connectionId: number): void {
  wake(companyId, connectionId);
}
