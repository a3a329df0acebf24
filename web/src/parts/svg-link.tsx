import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** A part of a chart that opens the answers behind it, by pointer and by keyboard. */
export function SvgLink({ href, label, children }: { href: string | undefined; label: string; children: ReactNode }) {
  const router = useRouter();
  if (href === undefined) return <g>{children}</g>;
  return (
    <a
      href={href}
      className="cursor-pointer hover:opacity-80"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        router.history.push(href);
      }}
    >
      <title>{label}</title>
      {children}
    </a>
  );
}

const CHARACTER_PX = 6.7;

/** Cut to what fits; the whole name is in the chart's table. */
export function fitted(text: string, widthPx: number): string {
  const most = Math.max(4, Math.floor(widthPx / CHARACTER_PX));
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}
