import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isoTimestamp } from "../../src/db/timestamp.ts";

/** How PostgreSQL writes a timestamptz(3) in a UTC session: no fraction, or one without trailing zeros. */
function postgresText(date: Date): string {
  const [day, time] = date.toISOString().slice(0, -1).split("T") as [string, string];
  const [seconds, milliseconds] = time.split(".") as [string, string];
  const fraction = milliseconds.replace(/0+$/, "");
  return `${day} ${seconds}${fraction === "" ? "" : `.${fraction}`}+00`;
}

const fourDigitYears = { min: new Date("0001-01-01T00:00:00Z"), max: new Date("9999-12-31T23:59:59.999Z") };

describe("isoTimestamp", () => {
  it("says what Date would say, whatever the fraction", () => {
    fc.assert(
      fc.property(fc.date({ ...fourDigitYears, noInvalidDate: true }), (date) => {
        expect(isoTimestamp(postgresText(date))).toBe(date.toISOString());
      }),
    );
  });

  it.each([
    ["2026-03-04 05:06:07+00", "2026-03-04T05:06:07.000Z"],
    ["2026-03-04 05:06:07.1+00", "2026-03-04T05:06:07.100Z"],
    ["2026-03-04 05:06:07.012+00", "2026-03-04T05:06:07.012Z"],
    ["2026-03-04 05:06:07.123456+00", "2026-03-04T05:06:07.123Z"],
  ])("%s is %s", (text, iso) => {
    expect(isoTimestamp(text)).toBe(iso);
  });
});
