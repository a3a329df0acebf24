import { HttpFailure } from "./classify-error.ts";
import type { Call } from "./connect.ts";

/** For engines that no provider of the SDK speaks to: one request, and the JSON it brings. */
export async function askDirectly(
  { fetch, signal }: Call,
  url: string,
  request: { headers?: Record<string, string>; json?: unknown },
): Promise<unknown> {
  const hasBody = request.json !== undefined;
  const response = await fetch(url, {
    method: hasBody ? "POST" : "GET",
    headers: { accept: "application/json", ...(hasBody && { "content-type": "application/json" }), ...request.headers },
    ...(hasBody && { body: JSON.stringify(request.json) }),
    signal,
  });
  const text = await response.text();
  const failure = () => new HttpFailure(response.status, Object.fromEntries(response.headers), text);
  if (!response.ok) throw failure();
  try {
    return JSON.parse(text);
  } catch {
    throw failure();
  }
}
