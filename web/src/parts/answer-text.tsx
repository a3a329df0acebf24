import type { Nodes, Parents, Table } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { memo, type ReactNode } from "react";
import { t } from "../texts/index.ts";
import { type Mark, segmentsOf, sourceOffsets } from "./evidence-marks.ts";

// Beyond what any answer means to be, where reading markdown would take seconds: such a text is shown as it is.
const LONGEST = 24_000;
const DEEPEST = 24;
const TOO_DEEP = new RegExp(`^(?:[ \\t]*(?:[>*+-]|\\d{1,9}[.)])){${DEEPEST},}`, "m");

type Context = { source: string; marks: readonly Mark[] };

const hostOf = (address: string): string | null => {
  try {
    return new URL(address).hostname.replace(/^www\./, "") || null;
  } catch {
    return null;
  }
};

function Marked({ text, marks }: { text: string; marks: readonly Mark[] }) {
  if (marks.length === 0) return text;
  const kinds = [...new Set(marks.map(({ kind }) => kind))];
  return (
    <mark
      className={`text-inherit bg-transparent ${kinds.map((kind) => `mark-${kind}`).join(" ")}`}
      title={kinds.map((kind) => t.marks[kind]).join(", ")}
    >
      {text}
    </mark>
  );
}

const marked = (value: string, offsets: readonly number[], marks: readonly Mark[]): ReactNode =>
  segmentsOf(value, offsets, marks).map((segment, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: segments never move
    <Marked key={index} text={segment.text} marks={segment.marks} />
  ));

function plain(node: Nodes, value: string, { source, marks }: Context): ReactNode {
  const start = node.position?.start.offset ?? 0;
  const slice = source.slice(start, node.position?.end.offset ?? start);
  return marked(value, sourceOffsets(value, slice, start), marks);
}

const inside = (node: Parents, context: Context, depth: number): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the tree is built once
  node.children.map((child, index) => <Node key={index} node={child} context={context} depth={depth + 1} />);

function Node({ node, context, depth }: { node: Nodes; context: Context; depth: number }): ReactNode {
  if (depth > DEEPEST) return context.source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
  switch (node.type) {
    case "text":
      return plain(node, node.value, context);
    case "paragraph":
      return <p className="my-3">{inside(node, context, depth)}</p>;
    case "heading":
      return <p className="mt-5 mb-2 text-base font-semibold">{inside(node, context, depth)}</p>;
    case "strong":
      return <strong className="font-semibold">{inside(node, context, depth)}</strong>;
    case "emphasis":
      return <em>{inside(node, context, depth)}</em>;
    case "delete":
      return <del>{inside(node, context, depth)}</del>;
    case "blockquote":
      return (
        <blockquote className="my-3 border-l-2 border-line-strong pl-4">{inside(node, context, depth)}</blockquote>
      );
    case "list":
      return node.ordered ? (
        <ol start={node.start ?? 1} className="my-3 list-decimal space-y-1.5 pl-6">
          {inside(node, context, depth)}
        </ol>
      ) : (
        <ul className="my-3 list-disc space-y-1.5 pl-6">{inside(node, context, depth)}</ul>
      );
    case "listItem":
      return <li className="[&>p]:my-1">{inside(node, context, depth)}</li>;
    case "inlineCode":
      return <code className="rounded bg-sunken px-1 font-mono text-[0.9em]">{node.value}</code>;
    case "code":
      return <pre className="my-3 overflow-x-auto rounded-lg bg-sunken p-3 font-mono text-xs">{node.value}</pre>;
    case "break":
      return <br />;
    case "thematicBreak":
      return <hr className="my-4 border-line" />;
    case "table":
      return <AnswerTable table={node} context={context} depth={depth} />;
    // An answer's links, pictures and markup are words here: nothing in it can be followed, loaded or run.
    case "link":
      return (
        <span className="mark-citation" title={node.url}>
          {hostOf(node.url) ?? inside(node, context, depth)}
        </span>
      );
    case "image":
      return <span className="text-faint">{t.reader.picture(node.alt ?? "")}</span>;
    case "html":
      return <code className="font-mono text-[0.9em] text-faint">{node.value}</code>;
    default:
      return "children" in node ? inside(node, context, depth) : null;
  }
}

function AnswerTable({ table, context, depth }: { table: Table; context: Context; depth: number }) {
  const [head, ...rows] = table.children;
  return (
    <div className="my-4 overflow-x-auto">
      <table className="w-full text-left text-[0.8125rem]">
        {head && (
          <thead className="text-quiet">
            <tr>
              {head.children.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the tree is built once
                <th key={index} scope="col" className="border-b border-line-strong py-2 pr-4 font-medium">
                  {inside(cell, context, depth)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the tree is built once
            <tr key={at}>
              {row.children.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the tree is built once
                <td key={index} className="border-b border-line py-2 pr-4 align-top">
                  {inside(cell, context, depth)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** An engine's words as it meant them to look, with the words that decided marked. */
export const AnswerText = memo(function AnswerText({ answer, marks }: { answer: string; marks: readonly Mark[] }) {
  const context = { source: answer, marks };
  const isPlain = answer.length > LONGEST || TOO_DEEP.test(answer);
  return (
    <div className="max-w-[68ch] text-[0.9375rem] leading-relaxed break-words">
      {isPlain ? (
        <p className="whitespace-pre-wrap">{marked(answer, sourceOffsets(answer, answer, 0), marks)}</p>
      ) : (
        <Node
          node={fromMarkdown(answer, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })}
          context={context}
          depth={0}
        />
      )}
    </div>
  );
});
