// Before the first paint: the theme this device chose, so that a dark screen never flashes white.
(() => {
  const chosen = localStorage.getItem("preferredTheme");
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
