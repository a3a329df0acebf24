/** Markdown, aligned so that it can be read as it is. */
export function markdownTable(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

/** The document with what a command printed between that command's markers. */
export function withPrinted(document: string, command: string, printed: string): string {
  const begin = `<!-- ${command}, written by npm run ${command} -- --write -->`;
  const end = `<!-- /${command} -->`;
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The document has no place for the table: ${begin} ... ${end}`);
  return `${document.slice(0, from + begin.length)}\n${printed}\n${document.slice(to)}`;
}
