// Which apps the server still serves. A phone may sleep for days with yesterday's app in it: the contract it speaks is a number
// that it sends with every call.

/** The header that carries an app's contract; a client that sends none is an integrator's and is always served. */
export const APP_HEADER = "x-recado-app";
/**
 * The contract of this build's app. It goes up by one when a call changes so that an app of the number before would break: a
 * field or call that is gone, another type, a new field that must be sent. What is only added keeps the number.
 */
export const APP_CONTRACT: number = 2;
/**
 * The lowest contract still served; a lower one is answered ERR_APP_TOO_OLD. A contract stays served for seven days after it was
 * replaced (proof R22), so this number goes up in a release of its own, a week after APP_CONTRACT did. Until then
 * `api/proofs/old-client` holds what the older app sends and reads.
 */
export const OLDEST_APP: number = 1;
