// Before the app's own script is here: what this device chose, so that a dark screen never flashes white and nothing changes its
// size; and the words of the first screen are asked for, which `main.tsx` waits for.
(() => {
  const chosen = localStorage.getItem("preferredTheme");
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const root = document.documentElement;
  root.dataset.theme = dark ? "dark" : "light";
  root.dataset.density = localStorage.getItem("density") ?? "comfortable";
  root.style.setProperty("--scale", localStorage.getItem("textScale") ?? "1");

  const language = () => {
    try {
      return JSON.parse(localStorage.getItem("recado.me"))?.language;
    } catch {
      return undefined;
    }
  };
  const tag = (language() ?? localStorage.getItem("language") ?? "").toLowerCase();
  // One address for each language, put here by `words.vite.ts`.
  const addresses = JSON.parse(document.querySelector('meta[name="words"]').content);
  const lng = Object.keys(addresses).find((one) => tag.startsWith(one)) ?? "pt";
  globalThis.recadoWords = { lng, answer: fetch(addresses[lng]).catch(() => undefined) };
})();
