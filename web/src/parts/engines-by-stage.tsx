import type { ScanResultRow } from "@answerscope/api";
import { exactPoints, percent, points } from "../format.ts";
import { engineByStage } from "../measures.ts";
import { t } from "../texts/index.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { engineName } from "./engine.tsx";
import { HeatMap } from "./heat-map.tsx";

type Props = {
  rows: ScanResultRow[];
  /** Where the answers of a cell are read: an address that takes the engine and the stage. */
  answersAt: string | undefined;
};

/** Which engine shows the brand at which stage; each cell opens its answers. */
export function EnginesByStage({ rows, answersAt }: Props) {
  const engines = engineByStage(rows);
  const [best, last] = [engines[0], engines.at(-1)];
  const summary =
    best?.all && last?.all
      ? t.overview.enginesText(
          engineName(best.engine),
          points(best.all.score),
          engineName(last.engine),
          points(last.all.score),
        )
      : "";
  return (
    <ChartFrame
      title={t.overview.engines}
      summary={summary}
      source={t.overview.meansSource}
      filename="engines-by-stage"
      table={{
        columns: [t.columns.engine, t.columns.stage, t.columns.score, t.columns.named, t.columns.answers],
        rows: engines.flatMap(({ engine, stages }) =>
          stages.map(({ stage, summary }) => [
            engineName(engine),
            t.stages[stage],
            summary && exactPoints(summary.score),
            summary && percent(summary.mentionRate),
            summary?.answers ?? 0,
          ]),
        ),
      }}
    >
      <HeatMap
        label={t.overview.engines}
        columns={Object.values(t.stages)}
        full={60}
        rows={engines.map(({ engine, stages }) => ({
          id: engine,
          name: engineName(engine),
          engine,
          cells: stages.map(({ stage, summary }) => ({
            value: summary?.score ?? null,
            text: summary ? points(summary.score) : t.none,
            under: summary ? t.overview.namedIn(percent(summary.mentionRate)) : "",
            label: t.overview.cell(engineName(engine), t.stages[stage], summary ? points(summary.score) : t.none),
            href: answersAt && summary ? `${answersAt}engine=${engine}&stage=${stage}` : undefined,
          })),
        }))}
      />
    </ChartFrame>
  );
}
