import { AnswerscopeError, createClient } from "@answerscope/api/client";
import { BRAND_HEADER } from "@answerscope/api/vocabulary";

export { AnswerscopeError };

const BRAND = "answerscope.brand";

export const chosenBrandId = (): string | null => {
  try {
    return localStorage.getItem(BRAND);
  } catch {
    return null;
  }
};

export const chooseBrand = (id: string): void => localStorage.setItem(BRAND, id);

/** The session's cookie goes along by itself; which brand is meant has to be said. */
export const fetchForBrand: typeof fetch = (address, init = {}) => {
  const headers = new Headers(init.headers);
  const brandId = chosenBrandId();
  if (brandId !== null) headers.set(BRAND_HEADER, brandId);
  return fetch(address, { ...init, headers, credentials: "same-origin" });
};

/** A method for each operation of the interface, for the brand that is looked at. */
export const api = createClient({ baseUrl: location.origin, fetch: fetchForBrand });
