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

export function isWithinDomain(url: string, domain: string): boolean {
  const host = hostOf(url);
  return host !== null && (host === domain || host.endsWith(`.${domain}`));
}

/** The bare host of "https://www.acme.example/shop", "www.acme.example" or "acme.example". */
export function hostOf(address: string): string | null {
  const url = address.includes("://") ? address : `https://${address}`;
  if (!URL.canParse(url)) return null;
  const host = new URL(url).hostname.replace(/^www\./, "").replace(/\.$/, "");
  return host === "" ? null : host;
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
