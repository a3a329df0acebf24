import { AnswerscopeError, createClient } from "@answerscope/api/client";
import { keepPreviousData, MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { authorisedFetch, sessionQuery } from "./session.ts";

export { AnswerscopeError };

export const api = createClient({ baseUrl: location.origin, apiKey: "", fetch: authorisedFetch });

const statusOf = (error: unknown): number | null => (error instanceof AnswerscopeError ? error.status : null);

const MOST_RETRIES = 2;

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
      staleTime: 20_000,
      retry: mayRetry,
      retryDelay: (count) => 1500 * 2 ** count,
      refetchOnWindowFocus: true,
      placeholderData: keepPreviousData,
    },
  },
});
