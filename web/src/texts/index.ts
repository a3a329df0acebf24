import { en } from "./en.ts";

/** The words of every page. Another language is another object of this shape. */
export const t: typeof en = en;
