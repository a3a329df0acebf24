// Writes the derived OpenAPI document to the file named, so that a linter can read it.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { openApiDocument } from "@answerscope/api/openapi";

const file = process.argv[2];
if (!file) throw new Error("usage: write-openapi.ts FILE");
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
