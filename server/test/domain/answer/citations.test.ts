import { expect, test } from "vitest";
import { cleanSources, siteOf } from "../../../src/domain/answer/citations.ts";
import { compileSubject, readAnswer } from "../../../src/domain/answer/read-answer.ts";

test.each([
  ["https://shop.acme.co.uk/anvils?x=1", "acme.co.uk"],
  ["www.acme.com", "acme.com"],
  ["ACME.com.", "acme.com"],
  ["https://acme.github.io/docs", "acme.github.io"],
  ["https://user:pass@news.acme.com:8443/", "acme.com"],
  ["https://bücher.example/a", "bücher.example"],
  ["http://127.0.0.1/a", "127.0.0.1"],
  ["", null],
])("the site of %j is %j", (address, site) => {
  expect(siteOf(address)).toBe(site);
});

test.each([
  ["acme.co.uk", ["https://shop.acme.co.uk/a"], true],
  ["https://www.acme.co.uk/", ["https://other.co.uk/acme"], false],
  ["acme.com", ["https://notacme.com/", "https://acme.com.evil.example/"], false],
  ["acme.com", [], null],
])("of a brand at %j, %j cites its own site: %j", (domain, cited, own) => {
  const subject = compileSubject({
    topic: { name: "Anvil", brand: null, aliases: [], url: null },
    brand: { name: "Acme", aliases: [], domain },
    competitors: [],
    language: null,
  });
  expect(readAnswer(subject, "The Acme Anvil is fine.", cited).ownDomainCited).toBe(own);
});

test("pages are listed once, without what only tells where a click came from", () => {
  const cited = [
    "https://a.example/x?utm_source=chatgpt.com&id=2#:~:text=hello",
    "https://a.example/x?id=2",
    "javascript:1",
  ];
  expect(cleanSources(cited)).toEqual(["https://a.example/x?id=2"]);
});
