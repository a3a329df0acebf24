import type { PgBoss } from "pg-boss";
import type { Snapshot, Write } from "../app/ports.ts";
import type { Stores } from "../app/stores.ts";
import { brandStore, planStore } from "./brands.ts";
import type { Db } from "./database.ts";
import { engineKeyStore } from "./engine-keys.ts";
import { findingStore } from "./findings.ts";
import { idempotencyStore } from "./idempotency.ts";
import { invitationStore } from "./invitations.ts";
import { jobQueue } from "./jobs.ts";
import { judgementStore } from "./judgements.ts";
import { keyStore } from "./keys.ts";
import { memberStore } from "./members.ts";
import { peopleStore } from "./people.ts";
import { promptStore } from "./prompts.ts";
import { recommendationStore } from "./recommendations.ts";
import { rescoreStore } from "./rescores.ts";
import { resultStore } from "./results.ts";
import { analyticsStore } from "./rollups.ts";
import { scanStore } from "./scans.ts";
import { situation } from "./situation.ts";
import { tallyStore } from "./tallies.ts";
import { topicStore } from "./topics.ts";

export const storesOn = (db: Db, boss: PgBoss): Stores => ({
  topics: topicStore(db),
  prompts: promptStore(db),
  scans: scanStore(db),
  results: resultStore(db),
  analytics: { ...analyticsStore(db), situation: situation(db) },
  findings: findingStore(db),
  tallies: tallyStore(db),
  recommendations: recommendationStore(db),
  brands: brandStore(db),
  plans: planStore(db),
  keys: keyStore(db),
  idempotency: idempotencyStore(db),
  rescores: rescoreStore(db),
  judgements: judgementStore(db),
  jobs: jobQueue(db, boss),
  engineKeys: engineKeyStore(db),
  people: peopleStore(db),
  members: memberStore(db),
  invitations: invitationStore(db),
});

export const snapshotOn =
  (db: Db, boss: PgBoss): Snapshot =>
  (work) =>
    db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute((transaction) => work(storesOn(transaction, boss)));

/** Raising the version first takes the brand's row, so that writers of one brand stand in line and none deadlocks. */
export const writeOn =
  (db: Db, boss: PgBoss): Write =>
  (brandId, work) =>
    db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable("brands")
        .set((eb) => ({ data_version: eb("data_version", "+", 1) }))
        .where("id", "=", brandId)
        .execute();
      return work(storesOn(transaction, boss));
    });
