import type { ScanProgress } from "@answerscope/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../api.ts";
import { count, duration, percent, usd } from "../format.ts";
import { t } from "../texts/index.ts";
import { Confirm } from "./confirm.tsx";
import { EngineLabel, engineColor } from "./engine.tsx";
import { Panel } from "./page.tsx";
import { usePermissions } from "./permissions.ts";
import { Skeleton } from "./states.tsx";
import { useToast } from "./toaster.tsx";

const REOPEN_MS = 1500;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const hasEnded = ({ status }: ScanProgress): boolean => status === "completed" || status === "failed";

/** The state of a scan as it runs; the stream is opened again when the server went away. */
function useLiveScan(id: string): ScanProgress | null {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<ScanProgress | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const follow = async () => {
      while (!leaving.signal.aborted) {
        try {
          for await (const piece of api.watchScan({ id, signal: leaving.signal })) {
            setProgress(piece);
            if (!hasEnded(piece)) continue;
            await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" });
            return;
          }
        } catch {
          // Gone for the moment, or for good: the loop decides.
        }
        if (!leaving.signal.aborted) await pause(REOPEN_MS);
      }
    };
    void follow();
    return () => leaving.abort();
  }, [id, queryClient]);
  return progress;
}

/** One bar for each engine, with its rate, the time left and its failures in words. */
export function LiveScan({ id }: { id: string }) {
  const progress = useLiveScan(id);
  if (!progress) return <Skeleton className="h-56 rounded-xl" />;
  const done = progress.completed_queries + progress.failed_queries;
  return (
    <Panel
      title={t.live.title(percent(progress.total_queries ? done / progress.total_queries : 0))}
      text={
        <span role="status" className="figures">
          {t.live.sentence(
            count(done),
            count(progress.total_queries),
            timeLeft(progress.seconds_left),
            usd(progress.cost_usd),
          )}
        </span>
      }
      actions={<CancelButton id={id} />}
    >
      <ul className="space-y-4">
        {progress.engines.map((engine) => (
          <EngineBar key={engine.engine} engine={engine} />
        ))}
      </ul>
    </Panel>
  );
}

const timeLeft = (seconds: number | null): string =>
  seconds === null ? t.live.unknownTime : seconds === 0 ? t.live.almost : t.live.left(duration(seconds));

function EngineBar({ engine }: { engine: ScanProgress["engines"][number] }) {
  const { total_queries: total, completed_queries: completed, failed_queries: failed } = engine;
  const isDone = completed + failed >= total;
  const width = (part: number) => ({ width: `${total ? (part / total) * 100 : 0}%` });
  return (
    <li>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4 text-[0.8125rem]">
        <EngineLabel engine={engine.engine} />
        <span className="figures text-quiet">
          {isDone
            ? t.live.engineDone(count(completed))
            : t.live.engine(
                count(completed),
                count(total),
                count(engine.queries_per_minute),
                timeLeft(engine.seconds_left),
              )}
          {failed > 0 && <span className="text-down"> {t.live.failed(failed)}</span>}
        </span>
      </div>
      <div
        role="progressbar"
        aria-label={engine.engine}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={completed + failed}
        className="flex h-2.5 overflow-hidden rounded-full bg-sunken"
      >
        <span
          className="block transition-[width] duration-150"
          style={{ ...width(completed), backgroundColor: engineColor(engine.engine) }}
        />
        <span
          className="block bg-[repeating-linear-gradient(135deg,var(--down)_0_3px,transparent_3px_6px)]"
          style={width(failed)}
        />
      </div>
    </li>
  );
}

function CancelButton({ id }: { id: string }) {
  const { mayWrite } = usePermissions();
  const { say, complain } = useToast();
  const [isAsking, setIsAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: () => api.cancelScan({ id }),
    onSuccess: () => say(t.live.cancelled),
    onError: complain,
    onSettled: () => setIsAsking(false),
  });
  if (!mayWrite) return null;
  return (
    <>
      <button type="button" className="button button-small" onClick={() => setIsAsking(true)}>
        {t.live.cancel}
      </button>
      <Confirm
        title={t.live.cancelTitle}
        text={t.live.cancelText}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        does={t.live.cancel}
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate()}
        keep={t.live.keep}
      />
    </>
  );
}
