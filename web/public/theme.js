// Before the first paint: what this device chose, so that a dark screen never flashes white and nothing changes its size.
(() => {
  const chosen = localStorage.getItem("preferredTheme");
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const root = document.documentElement;
  root.dataset.theme = dark ? "dark" : "light";
  root.dataset.density = localStorage.getItem("density") ?? "comfortable";
  root.style.setProperty("--scale", localStorage.getItem("textScale") ?? "1");
})();
