export * from "./endpoint.ts";
export { BASE_PATH, type Endpoints, endpoints, type OperationId } from "./endpoints/index.ts";
export { PROBLEMS, type ProblemCode } from "./problems.ts";
export type { Brand, BrandChange } from "./resources/brand.ts";
export * from "./vocabulary.ts";
