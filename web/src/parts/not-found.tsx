import { Link } from "@tanstack/react-router";
import { t } from "../texts/index.ts";
import { EmptyState } from "./states.tsx";

export function NotFound() {
  return (
    <EmptyState
      title={t.notFound.title}
      text={t.notFound.text}
      action={
        <Link to="/" className="button">
          {t.notFound.action}
        </Link>
      }
    />
  );
}
