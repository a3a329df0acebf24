import { AlertTriangle } from "lucide-react";
import type { ReactNode } from "react";
import { AnswerscopeError } from "../api.ts";
import { t } from "../texts/index.ts";

/** What will be here, why it matters, and one button. */
export function EmptyState({ title, text, action }: { title: string; text: string; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <svg viewBox="0 0 120 56" width="120" height="56" aria-hidden="true" className="mb-5">
        <path d="M4 46h112" stroke="var(--line-strong)" />
        {[14, 34, 54, 74, 94].map((x, index) => (
          <rect
            key={x}
            x={x}
            y={36 - index * 6}
            width="12"
            height={10 + index * 6}
            rx="3"
            fill={index === 4 ? "var(--accent-soft)" : "var(--sunken)"}
            stroke={index === 4 ? "var(--accent)" : "var(--line-strong)"}
            strokeDasharray="3 3"
          />
        ))}
      </svg>
      <h2 className="text-base font-semibold">{title}</h2>
      <p className="mt-1 max-w-md text-quiet">{text}</p>
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}

const wordsOf = (error: unknown): string => {
  if (error instanceof AnswerscopeError) return error.status === 429 ? t.errors.busy : error.message;
  return error instanceof TypeError ? t.errors.unreachable : error instanceof Error ? error.message : t.errors.unknown;
};

/** What happened, what is safe, what to do. */
export function ErrorState({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  return (
    <div role="alert" className="flex items-start gap-3 rounded-xl border border-line bg-panel p-5">
      <AlertTriangle size={18} className="mt-0.5 shrink-0 text-down" aria-hidden="true" />
      <div>
        <p className="font-medium">{t.errors.title}</p>
        <p className="text-quiet">
          {wordsOf(error)} {t.errors.safe}
        </p>
        {retry && (
          <button type="button" className="button button-small mt-3" onClick={retry}>
            {t.errors.retry}
          </button>
        )}
      </div>
    </div>
  );
}

export function Skeleton({ className }: { className: string }) {
  return <div className={`skeleton ${className}`} aria-hidden="true" />;
}

type Loaded<T> = { data: T | undefined; error: unknown; refetch: () => unknown };

/** Shows what a query brought, a skeleton of its shape until then, or what went wrong. */
export function Load<T>({
  query,
  skeleton,
  children,
}: {
  query: Loaded<T>;
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  return (
    <div role="status" aria-label={t.loading}>
      {skeleton}
    </div>
  );
}
