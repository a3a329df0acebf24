import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { AnswerscopeError } from "./api.ts";
import { sessionQuery } from "./session.ts";

const statusOf = (error: unknown): number | null => (error instanceof AnswerscopeError ? error.status : null);

const MOST_RETRIES = 2;
const FRESH_MS = 60_000;

/** A refusal stays a refusal; what was busy or away may be asked again. */
function mayRetry(count: number, error: unknown): boolean {
  const status = statusOf(error);
  return count < MOST_RETRIES && (status === null || status === 429 || status >= 500);
}

function noteSignedOut(error: unknown): void {
  if (statusOf(error) === 401) void queryClient.invalidateQueries(sessionQuery);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteSignedOut }),
  mutationCache: new MutationCache({ onError: noteSignedOut }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: mayRetry,
      retryDelay: (count) => 1500 * 2 ** count,
    },
  },
});
