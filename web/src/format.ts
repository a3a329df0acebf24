// Numbers in the person's locale, times in their zone.
const locale = navigator.languages as string[];

const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const upToHundredth = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
const share = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
const dollars = new Intl.NumberFormat(locale, { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" });
const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" });
const dayOfYear = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" });
const moment = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });
const full = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short" });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

export const count = (value: number): string => whole.format(value);
export const points = (value: number): string => whole.format(value);
export const exactPoints = (value: number): string => tenth.format(value);
export const decimal = (value: number): string => upToHundredth.format(value);
export const percent = (value: number): string => share.format(value);
export const usd = (value: number): string => dollars.format(value);
export const shortDay = (at: string | number | Date): string => day.format(new Date(at));
export const longDay = (at: string | number | Date): string => dayOfYear.format(new Date(at));
export const dayAndTime = (at: string | number | Date): string => moment.format(new Date(at));
export const wholeMoment = (at: string | number | Date): string => full.format(new Date(at));

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** "3 days ago", "in 2 hours". */
export function fromNow(at: string, nowMs = Date.now()): string {
  const seconds = (Date.parse(at) - nowMs) / 1000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  }
  return relative.format(0, "minute");
}

const unitOf = (unit: string) =>
  new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 0 });
const units = { second: unitOf("second"), minute: unitOf("minute"), hour: unitOf("hour") };

/** "26 sec", "4 min", "2 hr 5 min". */
export function duration(seconds: number): string {
  if (seconds < 60) return units.second.format(Math.max(1, Math.round(seconds)));
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return units.minute.format(minutes);
  const rest = minutes % 60;
  return units.hour.format(Math.floor(minutes / 60)) + (rest > 0 ? ` ${units.minute.format(rest)}` : "");
}
