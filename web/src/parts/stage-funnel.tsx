import { useQuery } from "@tanstack/react-query";
import { exactPoints, percent, points } from "../format.ts";
import { byStage } from "../measures.ts";
import { scanQuery } from "../queries.ts";
import { t } from "../texts/index.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { Load, Skeleton } from "./states.tsx";
import { SvgLink } from "./svg-link.tsx";
import { useWidth } from "./use-width.ts";

const ROW = 72;
const TONES = { awareness: "var(--stage-1)", evaluation: "var(--stage-2)", conversion: "var(--stage-3)" };

/** How visible the brand is on the way from a first question to a purchase. */
export function StageFunnel({ scanId }: { scanId: string }) {
  const scan = useQuery(scanQuery(scanId));
  return (
    <Load query={scan} skeleton={<Skeleton className="panel h-72" />}>
      {({ results }) => {
        const stages = byStage(results);
        const measured = stages.flatMap(({ stage, summary }) => (summary ? [{ stage, ...summary }] : []));
        const weakest = measured.toSorted((a, b) => a.mentionRate - b.mentionRate)[0];
        return (
          <ChartFrame
            title={t.funnel.title}
            summary={weakest ? t.funnel.text(t.stages[weakest.stage], percent(weakest.mentionRate)) : t.funnel.none}
            source={t.overview.meansSource}
            filename="funnel"
            table={{
              columns: [t.columns.stage, t.columns.named, t.columns.score, t.columns.recommended, t.columns.answers],
              rows: measured.map((one) => [
                t.stages[one.stage],
                percent(one.mentionRate),
                exactPoints(one.score),
                one.recommended,
                one.answers,
              ]),
            }}
          >
            <Bars scanId={scanId} rows={measured} />
          </ChartFrame>
        );
      }}
    </Load>
  );
}

type Row = { stage: keyof typeof TONES; mentionRate: number; mentions: number; answers: number; score: number };

function Bars({ scanId, rows }: { scanId: string; rows: Row[] }) {
  const { ref, width } = useWidth<HTMLDivElement>();
  return (
    <div ref={ref}>
      <svg
        data-chart
        role="group"
        aria-label={t.funnel.title}
        width={width}
        height={rows.length * ROW}
        className="block"
      >
        {rows.map((row, index) => (
          <g key={row.stage} transform={`translate(0 ${index * ROW})`}>
            <SvgLink
              href={`/scans/${scanId}?stage=${row.stage}`}
              label={t.funnel.row(t.stages[row.stage], percent(row.mentionRate), points(row.score))}
            >
              <rect width={width} height={ROW - 8} fill="transparent" />
              <text x="0" y="16" fontSize="13" fill="var(--ink)" fontWeight="500">
                {t.stages[row.stage]}
              </text>
              <text x={width} y="16" fontSize="13" textAnchor="end" fill="var(--quiet)">
                {t.funnel.score(points(row.score))}
              </text>
              <rect y="24" width={width} height="20" rx="5" fill="var(--sunken)" />
              <rect y="24" width={Math.max(4, width * row.mentionRate)} height="20" rx="5" fill={TONES[row.stage]} />
              <text
                x={Math.max(4, width * row.mentionRate) + 8}
                y="38.5"
                fontSize="12"
                fontWeight="600"
                fill="var(--ink)"
              >
                {percent(row.mentionRate)}
              </text>
              <text x="0" y="60" fontSize="11" fill="var(--faint)">
                {t.funnel.counts(row.mentions, row.answers)}
              </text>
            </SvgLink>
          </g>
        ))}
      </svg>
    </div>
  );
}
