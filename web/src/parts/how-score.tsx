import { Link } from "@tanstack/react-router";
import { t } from "../texts/index.ts";

/** A score in words: how an answer gets its points, and how answers are averaged. */
export function HowScore({ scanId }: { scanId?: string }) {
  return (
    <>
      {t.how.score.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {scanId && (
        <Link to="/scans/$id" params={{ id: scanId }} className="link inline-block">
          {t.how.rows}
        </Link>
      )}
    </>
  );
}
