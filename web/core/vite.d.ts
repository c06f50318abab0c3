// What Vite adds to a module, as far as this app uses it.
interface ImportMeta {
  glob<T>(pattern: string | string[], options: { import?: string; eager: true }): Record<string, T>;
  glob<T>(pattern: string | string[], options?: { import?: string; eager?: false }): Record<string, () => Promise<T>>;
  readonly env: { readonly DEV: boolean; readonly PROD: boolean };
}

declare module "virtual:first-words" {
  const addresses: Record<"pt" | "en" | "es" | "tr", string>;
  export default addresses;
}
