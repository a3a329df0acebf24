import { useQuery } from "@tanstack/react-query";
import { currentBrand, sessionQuery } from "../session.ts";
import { t } from "../texts/index.ts";

/** Known from the start, before the brand itself is read. */
export function useBrandName(): string {
  const { data } = useQuery(sessionQuery);
  return (data ? currentBrand(data)?.name : undefined) ?? t.yourBrand;
}

/** What this person may do with the brand they look at. The server decides; this only keeps buttons honest. */
export function usePermissions(): { mayWrite: boolean; mayAdmin: boolean } {
  const { data } = useQuery(sessionQuery);
  const role = data ? currentBrand(data)?.role : undefined;
  return { mayWrite: role === "owner" || role === "editor", mayAdmin: role === "owner" };
}
