// Before the first paint, so that no theme ever flashes. No module: those run later.
const dark = matchMedia("(prefers-color-scheme: dark)");
const applyTheme = () => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("answerscope.theme");
  } catch {
    // Storage may be refused; the system's choice then counts.
  }
  document.documentElement.dataset.theme = chosen ?? (dark.matches ? "dark" : "light");
};
applyTheme();
dark.addEventListener("change", applyTheme);
addEventListener("answerscope:theme", applyTheme);
