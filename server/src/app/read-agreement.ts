import type { ScanAgreement } from "@answerscope/api";
import { agreementOf } from "../domain/agreement.ts";
import type { Deps } from "./ports.ts";
import { found } from "./problem.ts";

/** How far the judge of a scan and the local rules say the same. */
export function readAgreement(
  { snapshot }: Pick<Deps, "snapshot">,
  brandId: string,
  id: string,
): Promise<ScanAgreement> {
  return snapshot(async (stores) => {
    const { judge } = found(await stores.scans.get(brandId, id), "scan");
    const pairs = await stores.judgements.pairs(brandId, id);
    const of = (field: string) => agreementOf(pairs.filter((pair) => pair.field === field));
    return {
      scan_id: id,
      judge,
      fields: {
        topic_mentioned: of("topic_mentioned"),
        mention_position: of("mention_position"),
        sentiment: of("sentiment"),
        action_recommendation: of("action_recommendation"),
      },
      failures: await stores.judgements.failures(brandId, id),
    };
  });
}
