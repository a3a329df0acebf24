import type { Engine, EngineChange, EngineId } from "@answerscope/api";
import type { Deps, EngineAccess, Vault } from "./ports.ts";
import { Problem } from "./problem.ts";
import type { BrandRecord, Stores } from "./stores.ts";

/** A key that the present SECRET_KEY cannot open is as good as none; the engine then says that no key is configured. */
function unsealed(vault: Vault, sealed: string): string | null {
  try {
    return vault.unseal(sealed);
  } catch {
    return null;
  }
}

export async function engineAccess(vault: Vault | null, stores: Stores, brand: BrandRecord): Promise<EngineAccess> {
  const access: EngineAccess = { demo: brand.demo, keys: {} };
  if (!vault) return access;
  for (const { engine, sealed, base_url, model } of await stores.engineKeys.list(brand.id)) {
    const apiKey = unsealed(vault, sealed);
    if (apiKey !== null) access.keys[engine] = { apiKey, baseUrl: base_url, model };
  }
  return access;
}

export async function listEngines(
  { stores, engines, vault }: Pick<Deps, "stores" | "engines" | "vault">,
  brandId: string,
): Promise<Engine[]> {
  return engines.list(await engineAccess(vault, stores, await stores.brands.get(brandId)));
}

export async function changeEngine(
  deps: Pick<Deps, "write" | "engines" | "vault" | "now">,
  brandId: string,
  engine: EngineId,
  { api_key, base_url, model }: EngineChange,
): Promise<Engine> {
  const { vault } = deps;
  if (engine === "simulated") throw new Problem("conflict", "The simulated engine takes no key.");
  if (!vault) {
    throw new Problem("conflict", "This server cannot keep keys: whoever runs it has to set SECRET_KEY first.");
  }
  return deps.write(brandId, async (stores) => {
    if (api_key === null) await stores.engineKeys.delete(brandId, engine);
    else await stores.engineKeys.put(brandId, { engine, sealed: vault.seal(api_key), base_url, model }, deps.now());
    const listed = await listEngines({ ...deps, stores }, brandId);
    return listed.find(({ id }) => id === engine) as Engine;
  });
}
