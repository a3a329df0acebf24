import { PROBLEMS, type ProblemCode } from "@answerscope/api";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../app/problem.ts";

/** The only place that makes a status and a body of a problem. */
export const problemReply = (code: ProblemCode, message: string, extra: Record<string, unknown> = {}) => ({
  status: PROBLEMS[code].status,
  body: { error: message, code, ...extra },
});

// Fastify's own refusals, in our words.
const FRAMEWORK: Record<string, [ProblemCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ["payload_too_large", "The body is larger than 64 kB."],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["unsupported_media_type", "The body must be application/json."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ["invalid_request", "The body's size is not what Content-Length says."],
  FST_ERR_BAD_URL: ["not_found", "There is nothing at this address."],
  FST_ERR_MAX_PARAM_LENGTH: ["not_found", "There is nothing at this address."],
};

function asProblem(error: FastifyError | Problem): Problem | null {
  if (error instanceof Problem) return error;
  const known = FRAMEWORK[error.code];
  if (known) return new Problem(...known);
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Problem("invalid_request", "The request cannot be read.");
  }
  return null;
}

export function handleError(error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply): void {
  const problem = asProblem(error);
  if (!problem)
    request.log.error({ err: error, method: request.method, route: request.routeOptions.url }, "a request failed");
  const { status, body } = problem
    ? problemReply(problem.code, problem.message, problem.extra)
    : problemReply("internal", "Something went wrong on our side. It has been logged; try again in a moment.");
  void reply.code(status).type("application/json; charset=utf-8").send(JSON.stringify(body));
}
