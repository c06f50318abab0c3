// The content policy takes addresses of scripts only from a policy that vouches for them.

interface Policy {
  createScriptURL(url: string): unknown;
}
/** Not in every browser's types. */
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy };
};
let policy: Policy | undefined;

/** The address of one of our own files, vouched for. */
export function ownScript(url: string): string {
  policy ??= trustedTypes?.createPolicy("recado", { createScriptURL: (own) => own });
  return (policy?.createScriptURL(url) ?? url) as string;
}

/** A worker of our own. The build finds what it runs by this name. */
export class Worker extends globalThis.Worker {
  constructor(url: URL, options: WorkerOptions) {
    super(ownScript(url.href), options);
  }
}
