import { useState } from "react";

export type Theme = "light" | "dark" | "system";
const NAME = "answerscope.theme";

const stored = (): Theme => {
  try {
    return (localStorage.getItem(NAME) as Theme | null) ?? "system";
  } catch {
    return "system";
  }
};

/** The chosen theme; theme.js applies it, before the first paint and on every change. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(stored);
  const choose = (next: Theme) => {
    if (next === "system") localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, next);
    dispatchEvent(new Event("answerscope:theme"));
    setTheme(next);
  };
  return [theme, choose];
}
