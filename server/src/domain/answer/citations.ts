import { parse } from "tldts";

const TRACKING_PARAMETERS = new Set([
  "gclid",
  "fbclid",
  "msclkid",
  "srsltid",
  "dclid",
  "gbraid",
  "wbraid",
  "mc_cid",
  "mc_eid",
  "igshid",
  "yclid",
  "twclid",
  "ttclid",
  "gad_source",
  "gclsrc",
  "_gl",
  "_gsid",
  "ref_src",
]);

/** Cited pages without what only tells where a click came from; each once, in order. */
export function cleanSources(citedUrls: string[]): string[] {
  const cleaned = citedUrls.map(cleanUrl).filter((url) => url !== null);
  return [...new Set(cleaned)];
}

/**
 * What its owner registered: "acme.co.uk" of "https://shop.acme.co.uk/anvils" or of "shop.acme.co.uk", and
 * "acme.github.io" of a page that GitHub only hosts. A host that has no such part stands for itself.
 */
export function siteOf(address: string): string | null {
  const { domain, hostname } = parse(address.trim(), { allowPrivateDomains: true });
  return domain ?? (hostname || null);
}

function cleanUrl(cited: string): string | null {
  const address = cited.trim().replaceAll("&amp;", "&");
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  const textFragment = url.hash.indexOf(":~:");
  if (textFragment !== -1) url.hash = url.hash.slice(0, textFragment);
  // Filtered as text: writing parameters back through URLSearchParams would respell the ones that stay.
  const kept = url.search
    .slice(1)
    .split("&")
    .filter((parameter) => !isTracking(parameter));
  url.search = kept.join("&");
  return url.href.endsWith("#") ? url.href.slice(0, -1) : url.href;
}

function isTracking(parameter: string): boolean {
  const name = (parameter.split("=")[0] ?? "").toLowerCase();
  return name.startsWith("utm_") || TRACKING_PARAMETERS.has(name);
}
