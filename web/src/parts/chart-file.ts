// Charts as files: the figures as CSV, the picture as SVG or PNG with its colours written in.
export type ChartTable = { columns: string[]; rows: (string | number | null)[][] };

function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** A cell that a spreadsheet would take for a formula is kept as text. */
function csvCell(value: string | number | null): string {
  const text = value === null ? "" : String(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvOf({ columns, rows }: ChartTable): string {
  return [columns, ...rows].map((row) => row.map(csvCell).join(",")).join("\r\n");
}

export const saveCsv = (table: ChartTable, name: string): void =>
  save(new Blob([`\uFEFF${csvOf(table)}`], { type: "text/csv;charset=utf-8" }), `${name}.csv`);

const WRITTEN = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-size", "font-weight"];

/** A copy that looks the same without the page's style sheet. */
function standalone(svg: SVGSVGElement): { text: string; width: number; height: number } {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((element, index) => {
    const style = getComputedStyle(originals[index] as Element);
    for (const name of WRITTEN) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute("class");
  });
  const { width, height } = svg.getBoundingClientRect();
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  paper.setAttribute("width", "100%");
  paper.setAttribute("height", "100%");
  paper.setAttribute("fill", getComputedStyle(document.documentElement).getPropertyValue("--panel"));
  copy.prepend(paper);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.setAttribute("font-family", "Inter, system-ui, sans-serif");
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

export const saveSvg = (svg: SVGSVGElement, name: string): void =>
  save(new Blob([standalone(svg).text], { type: "image/svg+xml" }), `${name}.svg`);

export async function savePng(svg: SVGSVGElement, name: string): Promise<void> {
  const { text, width, height } = standalone(svg);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * 2;
  canvas.height = height * 2;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob && save(blob, `${name}.png`));
}
