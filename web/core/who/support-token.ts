// The token by which this tab looks into another company: in this tab only, so that the others stay the operator's own. It comes and
// goes with a load of the page.

export const SUPPORT_KEY = "recado.support";
/** The token, or undefined where the tab is somebody's own. */
export const looks = globalThis.sessionStorage?.getItem(SUPPORT_KEY);
