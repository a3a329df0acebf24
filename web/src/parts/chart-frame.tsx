import { Menu } from "@base-ui/react/menu";
import { Ellipsis } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { t } from "../texts/index.ts";
import { type ChartTable, saveCsv, savePng, saveSvg } from "./chart-file.ts";

export type ChartFrameProps = {
  title: string;
  /** The picture in words, above it. */
  summary?: ReactNode;
  /** Where the figures come from, below the picture. */
  source?: ReactNode;
  table: ChartTable;
  filename: string;
  children: ReactNode;
  className?: string;
};

const ITEM = "cursor-pointer rounded-md px-3 py-1.5 outline-none data-highlighted:bg-sunken";

/** Every chart's frame: words first, then the picture, or the same as a table; and both as files. */
export function ChartFrame({ title, summary, source, table, filename, children, className = "" }: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false);
  const picture = useRef<HTMLDivElement>(null);
  const svg = () => picture.current?.querySelector<SVGSVGElement>("svg[data-chart]") ?? null;
  const withSvg = (save: (svg: SVGSVGElement, name: string) => unknown) => () => {
    const found = svg();
    if (found) void save(found, filename);
  };
  return (
    <figure className={`panel min-w-0 p-5 ${className}`}>
      <figcaption className="mb-4 flex items-start justify-between gap-4">
        <div>
          <h2 className="font-semibold">{title}</h2>
          {summary && <p className="mt-0.5 text-quiet">{summary}</p>}
        </div>
        <Menu.Root>
          <Menu.Trigger className="button button-quiet button-small -mt-1 -mr-2 px-2" aria-label={t.chart.menu(title)}>
            <Ellipsis size={16} aria-hidden="true" />
          </Menu.Trigger>
          <Menu.Portal>
            <Menu.Positioner align="end" sideOffset={4} className="z-40">
              <Menu.Popup className="float min-w-44 p-1 text-sm outline-none">
                <Menu.Item className={ITEM} onClick={() => setAsTable(!asTable)}>
                  {asTable ? t.chart.showPicture : t.chart.showTable}
                </Menu.Item>
                <Menu.Item className={ITEM} onClick={() => saveCsv(table, filename)}>
                  {t.chart.csv}
                </Menu.Item>
                {!asTable && (
                  <>
                    <Menu.Item className={ITEM} onClick={withSvg(saveSvg)}>
                      {t.chart.svg}
                    </Menu.Item>
                    <Menu.Item className={ITEM} onClick={withSvg(savePng)}>
                      {t.chart.png}
                    </Menu.Item>
                  </>
                )}
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
      </figcaption>
      {asTable ? <FigureTable title={title} table={table} /> : <div ref={picture}>{children}</div>}
      {source && <p className="mt-3 text-xs text-faint">{source}</p>}
    </figure>
  );
}

function FigureTable({ title, table }: { title: string; table: ChartTable }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="max-h-96 overflow-auto" tabIndex={0} aria-label={title}>
      <table className="w-full text-left">
        <thead className="sticky top-0 bg-panel text-xs text-quiet">
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col" className="border-b border-line py-2 pr-4 font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="figures">
          {table.rows.map((row) => (
            <tr key={row.join("|")} className="border-b border-line last:border-0">
              {row.map((cell, index) => (
                <td key={table.columns[index]} className="py-2 pr-4">
                  {cell ?? t.none}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
