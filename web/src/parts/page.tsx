import { type ReactNode, useEffect } from "react";
import { t } from "../texts/index.ts";

/** A page answers its question in words first. */
export function Page({
  title,
  lead,
  actions,
  children,
}: {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · ${t.product}`;
  }, [title]);
  return (
    <>
      <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-2xl">
          <h1 className="text-[1.375rem] leading-tight font-semibold">{title}</h1>
          {lead && <p className="mt-1.5 text-quiet">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </>
  );
}

export function Panel({
  title,
  text,
  actions,
  children,
  className = "",
}: {
  title?: string;
  text?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  className?: string;
}) {
  return (
    <section className={`panel min-w-0 p-5 ${className}`}>
      {title && (
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <h2 className="font-semibold">{title}</h2>
            {text && <p className="mt-0.5 text-quiet">{text}</p>}
          </div>
          {actions}
        </div>
      )}
      {children && <div className={title ? "mt-4" : ""}>{children}</div>}
    </section>
  );
}
